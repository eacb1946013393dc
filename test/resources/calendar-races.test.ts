import { expect, it } from 'vitest';
import { CALENDAR, newCalendar, patch, REJECT } from '../support/calendar';
import { type Body, ok, type Result } from '../support/client';
import { make } from '../support/factories';
import { faultyDatabase } from '../support/faulty';
import { count, trail } from '../support/rows';

const { book, booked } = await newCalendar();
const SLOT = '2027-07-01T10:00:00';
const newDoctor = async () => ({ doctor_id: (await make.doctor()).id });
/** An appointment of a time of its own. */
const apart = (doctor: object, n: number) =>
  booked({ ...doctor, schedule: `2027-07-02T${String(n).padStart(2, '0')}:00:00` });
const many = <T>(n: number, one: (n: number) => T): T[] => Array.from({ length: n }, (_, i) => one(i));

/** One of them has the slot, all others are refused because of it, and have changed nothing. */
async function expectOneWinner(doctor_id: string, answers: Result[]) {
  const won = answers.filter(({ status }) => status < 300);
  expect(answers.map(({ status }) => status).filter((status) => status >= 300)).toEqual(
    many(answers.length - 1, () => 409),
  );
  for (const { body } of answers.filter(({ status }) => status === 409)) expect(body.detail).toContain(won[0]?.body.id);
  const held = 'appointment WHERE doctor_id = ? AND starts_at = ? AND status = ?';
  expect(await count(held, doctor_id, Date.parse(`${SLOT}Z`), 'SCEDULED')).toBe(1);
  const found = await ok('GET', `${CALENDAR}?doctor_id=${doctor_id}&from=${SLOT}&to=${SLOT}.001&status=SCEDULED`);
  expect(found.map(({ id }: Body) => id)).toEqual([won[0]?.body.id]);
}

it('Of 40 creates of one time one gets it', async () => {
  const doctor = await newDoctor();
  await expectOneWinner(
    doctor.doctor_id,
    await Promise.all(many(40, () => book({ ...doctor, schedule: SLOT }, REJECT))),
  );
});

it('Of 20 appointments that are moved to one time one gets it, and the others stay where they are', async () => {
  const doctor = await newDoctor();
  const all = await Promise.all(many(20, (n) => apart(doctor, n)));
  const answers = await Promise.all(all.map(({ id }) => patch(id, { schedule: SLOT }, REJECT)));
  await expectOneWinner(doctor.doctor_id, answers);
  for (const [n, { status }] of answers.entries()) {
    expect(await trail(all[n]?.id)).toEqual(['create 1', ...(status === 200 ? ['update 2 schedule'] : [])]);
  }
});

it('Of 20 moves and 20 creates for one time one gets it, whichever it is', async () => {
  for (let round = 0; round < 3; round++) {
    const doctor = await newDoctor();
    const all = await Promise.all(many(20, (n) => apart(doctor, n)));
    const answers = await Promise.all(
      all.flatMap(({ id }, n) => {
        const moves = () => patch(id, { schedule: SLOT }, REJECT);
        const creates = () => book({ ...doctor, schedule: SLOT }, REJECT);
        return (n + round) % 2 ? [moves(), creates()] : [creates(), moves()];
      }),
    );
    await expectOneWinner(doctor.doctor_id, answers);
  }
});

it('Of 10 reassigned, 10 cancelled that come back and 10 creates one gets the time', async () => {
  const doctor = await newDoctor();
  const elsewhere = await Promise.all(many(10, async () => booked({ ...(await newDoctor()), schedule: SLOT })));
  const cancelled = await Promise.all(many(10, () => booked({ ...doctor, schedule: SLOT, status: 'CANCELLED' })));
  const answers = await Promise.all(
    many(10, (n) => [
      patch(elsewhere[n]?.id, doctor, REJECT),
      patch(cancelled[n]?.id, { status: 'SCEDULED' }, REJECT),
      book({ ...doctor, schedule: SLOT }, REJECT),
    ]).flat(),
  );
  await expectOneWinner(doctor.doctor_id, answers);
});

it('One that takes the time of another which is cancelled at that moment never overlaps with it', async () => {
  for (let round = 0; round < 5; round++) {
    const doctor = await newDoctor();
    const [one, two] = await Promise.all([apart(doctor, 8), apart(doctor, 9)]);
    const both = { one: { schedule: two.schedule }, two: { schedule: one.schedule } };
    const swapped = await Promise.all([patch(one.id, both.one, REJECT), patch(two.id, both.two, REJECT)]);
    expect(swapped.map(({ status }) => status)).toEqual([409, 409]);
    const [left, came] = await Promise.all([
      patch(one.id, { status: 'CANCELLED' }, REJECT),
      patch(two.id, both.two, REJECT),
    ]);
    expect([200, 409]).toContain(came.status);
    const back = await patch(one.id, { status: 'SCEDULED' }, REJECT);
    expect([left.status, back.status]).toEqual([200, came.status === 200 ? 409 : 200]);
  }
});

it('A patch that loses the race for a version is applied again, and then finds the time taken', async () => {
  const doctor = await newDoctor();
  const [one, other] = await Promise.all([apart(doctor, 8), booked({ ...doctor, schedule: SLOT })]);
  const answers = await Promise.all(
    many(10, (n) => patch(one.id, n % 2 ? { schedule: SLOT } : { type: `T${n}` }, REJECT)),
  );
  expect(answers.map(({ status }) => status)).toEqual(many(10, (n) => (n % 2 ? 409 : 200)));
  for (const [n, { body }] of answers.entries()) if (n % 2) expect(body.detail).toContain(other.id);
});

it.each(['before', 'after'] as const)(
  'A PATCH whose answer is lost %s it is written takes place once',
  async (when) => {
    const doctor = await newDoctor();
    const early = '2027-07-03T08:00';
    const move = async (id: string, schedule: string, meanwhile?: () => Promise<unknown>) => {
      const faulty = faultyDatabase({ when, ...(meanwhile && { meanwhile }) });
      const answer = await patch(id, { schedule }, { env: { DB: faulty.DB, ...REJECT.env } });
      return { status: answer.status, etag: answer.headers.get('etag'), sent: faulty.sent };
    };
    const [one, late] = [await apart(doctor, 8), await apart(doctor, 9)];
    expect(await move(one.id, SLOT)).toEqual({ status: 200, etag: '"2"', sent: 2 });
    expect(await trail(one.id)).toEqual(['create 1', 'update 2 schedule']);
    // Somebody else wants the time meanwhile, and gets it if the PATCH had not taken place.
    const { status } = await move(late.id, early, () => book({ ...doctor, schedule: early }, REJECT));
    expect([status, await trail(late.id)]).toEqual(
      when === 'before' ? [409, ['create 1']] : [200, ['create 1', 'update 2 schedule']],
    );
  },
);
