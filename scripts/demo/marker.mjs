// What says that a service has the demo, which one, and whether it is whole: the description of the first item of its price list,
// which is found by its tag. It is the first record of the demo, and prices are there for good.
import { unwrap } from 'hospital-service-client';
import { fail } from '../lib.mjs';

const TAG = 'demo';
const COMPLETE = ', complete.';
/** Idempotency keys are kept for seven days: after that, going on would make everything twice. */
const RESUMABLE_DAYS = 6;

async function find(hospital) {
  const { data } = unwrap(await hospital.GET('/catalog/', { params: { query: { tags: [TAG] } } }));
  for (const { id, code, tags, description } of data) {
    // Version 1.1.0 wrote it into the tags, of an item of its own.
    const text = `${tags.join(', ')}, ${description}`;
    const [seed, patients, start] = ['seed', 'patients', 'start'].map(
      (name) => new RegExp(`\\b${name} ([\\w:-]+)`).exec(text)?.[1],
    );
    if (start)
      return { id, code, description, seed, patients: Number(patients), start, isComplete: /, complete\b/.test(text) };
  }
  return undefined;
}

const hasPatients = async (hospital) =>
  unwrap(await hospital.GET('/patient/', { params: { query: { limit: 1 } } })).length > 0;

/**
 * The demo of this service, which begins now unless it is there.
 * @param wanted `seed`, `patients`, `start`, wall time by the hospital's clocks, and whether it must not join other patients
 * @param item the one of the price list that says so
 */
export async function openMarker(hospital, { seed, patients, start, alone }, { tags, description, ...item }) {
  const made = await find(hospital);
  if (!made) {
    if (alone && (await hasPatients(hospital))) {
      fail(
        'This deployment has patients, who may be real: the demo would be among them for ever. Nothing was written.',
      );
    }
    const said = `Made by npm run demo, of people who do not exist: seed ${seed}, patients ${patients}, start ${start}.`;
    const result = await hospital.POST('/catalog/', {
      body: { ...item, tags: [...tags, TAG], description: `${description} ${said}` },
    });
    // Another run may have been faster by a moment.
    if (result.error?.code !== 'duplicate') unwrap(result);
    return (await find(hospital)) ?? fail(`The price list has an item ${item.code} that is not the demo's.`);
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

export async function markComplete(hospital, { id, description }) {
  const params = { path: { id } };
  unwrap(
    await hospital.PATCH('/catalog/{id}', { params, body: { description: description.replace(/\.$/, COMPLETE) } }),
  );
}
