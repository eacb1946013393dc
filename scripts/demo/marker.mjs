// What says that a service has the demo, which one, and whether it is whole: an item of its price list, for anyone to see.
import { unwrap } from 'hospital-service-client';
import { fail } from '../lib.mjs';

const CODE = 'DEMO';
const TAG = 'demo';
const COMPLETE = 'complete';
/** Idempotency keys are kept for seven days: after that, going on would make everything twice. */
const RESUMABLE_DAYS = 6;

const said = (tags, name) => tags.find((tag) => tag.startsWith(`${name} `))?.slice(name.length + 1);

async function find(hospital) {
  const { data } = unwrap(await hospital.GET('/catalog/', { params: { query: { tags: [TAG] } } }));
  const item = data.find(({ code }) => code === CODE);
  if (!item) return undefined;
  const [seed, patients, start] = ['seed', 'patients', 'start'].map((name) => said(item.tags, name));
  return {
    id: item.id,
    tags: item.tags,
    seed,
    patients: Number(patients),
    start,
    isComplete: item.tags.includes(COMPLETE),
  };
}

const hasPatients = async (hospital) =>
  unwrap(await hospital.GET('/patient/', { params: { query: { limit: 1 } } })).length > 0;

/**
 * The demo of this service, which begins now unless it is there.
 * @param wanted `seed`, `patients`, `start`, wall time by the hospital's clocks, and whether it must not join other patients
 */
export async function openMarker(hospital, { seed, patients, start, alone }) {
  const made = await find(hospital);
  if (!made) {
    if (alone && (await hasPatients(hospital))) {
      fail(
        'This deployment has patients, who may be real: the demo would be among them for ever. Nothing was written.',
      );
    }
    const result = await hospital.POST('/catalog/', {
      body: {
        code: CODE,
        name: 'Demo data',
        default_price: 0,
        category: 'Demo',
        description: 'Made by npm run demo: nobody in this hospital exists. Do not use it for real patients.',
        tags: [TAG, `seed ${seed}`, `patients ${patients}`, `start ${start}`],
      },
    });
    // Another run may have been faster by a moment.
    if (result.error?.code !== 'duplicate') unwrap(result);
    return (await find(hospital)) ?? fail(`The price list has an item ${CODE} that is not the demo's.`);
  }
  if (made.seed !== seed || made.patients !== patients) {
    fail(
      `This service has a demo already: seed ${made.seed}, ${made.patients} patients, of ${made.start.slice(0, 10)}. For another one ` +
        'start afresh: stop\nthe service and remove its data (.wrangler/state), or give it another PERSIST_DIR.',
    );
  }
  const days = (Date.parse(start) - Date.parse(made.start)) / 86_400_000;
  if (!made.isComplete && days > RESUMABLE_DAYS) {
    fail(`The demo was begun on ${made.start.slice(0, 10)} and not finished; by now it cannot go on. Start afresh.`);
  }
  return made;
}

export async function markComplete(hospital, { id, tags }) {
  const params = { path: { id } };
  unwrap(await hospital.PATCH('/catalog/{id}', { params, body: { tags: [...tags, COMPLETE] } }));
}
