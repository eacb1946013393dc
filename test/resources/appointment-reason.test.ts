import { beforeAll, describe, expect, it } from 'vitest';
import { CALENDAR, get, listed, newCalendar, patch, REJECT } from '../support/calendar';
import { type Body, call, faults, nextPage, ok, pages } from '../support/client';
import { make } from '../support/factories';
import { input } from '../support/input';
import { multiply, UUID } from '../support/multiply';
import { rows, trail } from '../support/rows';

const { ids, book, booked } = await newCalendar();
const own = `doctor_id=${ids.doctor_id}`;
const NOTHING = { reason: null, notes: null, tags: null };
const EMPTY = { reason: '', notes: '', tags: [] };
const VISIT = { reason: 'My knee', notes: 'Comes in a wheelchair', tags: ['ramp', 'first visit'] };
const shown = ({ reason, notes, tags }: Body) => ({ reason, notes, tags });

describe('What an appointment is for', () => {
  it('is taken, and shown where the appointment is, the notes where it is whole', async () => {
    const made = await booked(VISIT);
    expect(shown(made)).toEqual(VISIT);
    for (const view of ['reduced', 'full']) expect(shown((await get(made.id, `?view=${view}`)).body)).toEqual(VISIT);
    const find = async (query: string) =>
      (await ok('GET', `${CALENDAR}?${own}&${query}`)).find(({ id }: Body) => id === made.id);
    for (const more of ['', '&status=SCEDULED', '&order_by=-created_at']) {
      expect(shown(await find(`view=full${more}`))).toEqual(VISIT);
      expect(shown(await find(more))).toEqual({ ...VISIT, notes: undefined });
    }
    expect(shown((await patch(made.id, { type: 'LAB' })).body)).toEqual(VISIT);
  });

  it.each([
    ['left out', { reason: undefined, notes: undefined, tags: undefined }, NOTHING],
    ['null', NOTHING, NOTHING],
    ['empty', EMPTY, EMPTY],
  ])('is in no answer where it is %s', async (_, nothing, clearing) => {
    const made = await booked(nothing);
    const cleared = await booked(VISIT);
    const patched = await patch(cleared.id, clearing);
    expect(patched.body.updated_at).toBeDefined();
    const read = await get(made.id);
    const [listed] = await ok('GET', `${CALENDAR}?patient_id=${ids.patient_id}&order_by=-created_at&view=full`);
    expect(listed.id).toBe(cleared.id);
    for (const body of [made, patched.body, read.body, listed]) {
      expect(Object.keys(body).filter((name) => name in VISIT)).toEqual([]);
    }
    expect(await rows('SELECT reason, notes, tags FROM appointment WHERE id = ?', cleared.id)).toEqual([NOTHING]);
  });

  it('is bounded, and a tag is kept once', async () => {
    const longest = { reason: '\u{1f9b5}'.repeat(500), notes: '\u{1f9b5}'.repeat(4_000), tags: ['a', 'b', 'a'] };
    expect(shown(await booked(longest))).toEqual({ ...longest, tags: ['a', 'b'] });
    const wrong = { reason: 'x'.repeat(501), notes: 'x'.repeat(4_001), tags: [''] };
    expect(faults(await book(wrong))).toEqual([
      ['reason', 'string_too_long'],
      ['notes', 'string_too_long'],
      ['tags.0', 'string_too_short'],
    ]);
    const { id } = await booked();
    expect((await patch(id, wrong)).status).toBe(422);
  });

  it('makes a version of its own, and takes no time', async () => {
    const past = await booked({ schedule: '2020-02-03T10:00:00', ...NOTHING });
    const [doctor, sent] = [await make.doctor(), { schedule: '2027-02-03T10:00:00', ...NOTHING }];
    const overlapped = await booked({ ...sent, doctor_id: doctor.id });
    await booked({ ...sent, doctor_id: doctor.id });
    const cancelled = await booked({ ...NOTHING, status: 'CANCELLED' });
    await ok('DELETE', `/doctor/${doctor.id}`);
    for (const { id } of [past, overlapped, cancelled]) {
      const { status, headers } = await call('PATCH', `${CALENDAR}${id}`, { ...REJECT, json: VISIT });
      expect([status, headers.get('etag')]).toEqual([200, '"2"']);
      expect((await patch(id, VISIT)).headers.get('etag')).toBe('"2"');
      expect(await trail(id)).toEqual(['create 1', 'update 2 reason,notes,tags']);
    }
  });

  it('is what a repeated create answers, and a create with another one is another', async () => {
    const sent = { json: input.appointment({ ...ids, ...VISIT }), headers: { 'idempotency-key': crypto.randomUUID() } };
    const first = await call('POST', '/appointment/', sent);
    const again = await call('POST', '/appointment/', sent);
    expect([again.status, again.body]).toEqual([201, first.body]);
    const other = await call('POST', '/appointment/', { ...sent, json: { ...sent.json, reason: 'My other knee' } });
    expect([other.status, other.body.code]).toEqual([409, 'idempotency_key']);
  });

  it('is in no table, header or audit row', async () => {
    const { id } = await booked({ ...VISIT, schedule: '2027-09-09T10:00:00' });
    await patch(id, { reason: 'My hip', notes: 'Comes by taxi', tags: ['steps'] });
    const csv = await call('GET', `${CALENDAR}?${own}&from=2027-09-09&format=csv`);
    const table = new TextDecoder().decode(csv.bytes);
    expect(table).toContain(id);
    const read = await get(id);
    const audit = await ok('GET', `/audit/?entity_id=${id}&view=full`, { as: 'admin' });
    const said = JSON.stringify([table, [...csv.headers], [...read.headers], audit]);
    for (const text of ['knee', 'hip', 'wheelchair', 'taxi', 'ramp', 'steps']) expect(said).not.toContain(text);
  });
});

describe('Appointments are found by their tags', () => {
  const TAGGED = [['a'], ['a', 'b'], [','], ['a,', ',b'], ['"a"', 'x"a'], null, ['A'], ['é', 'b', 'a']];
  const made: Body[] = [];
  let calendar: Awaited<ReturnType<typeof newCalendar>>;
  beforeAll(async () => {
    calendar = await newCalendar();
    for (const tags of TAGGED) made.push(await calendar.booked({ tags, schedule: '2027-10-04T10:00:00' }));
  });

  it.each([
    [['a'], [0, 1, 7]],
    [
      ['b', 'a'],
      [1, 7],
    ],
    [
      ['a', 'a'],
      [0, 1, 7],
    ],
    [[','], [2]],
    [['a,'], [3]],
    [['"a"'], [4]],
    [['é'], [7]],
    [['","'], []],
    [['a', 'c'], []],
  ])('%j', async (tags, expected) => {
    const asked = tags.map((tag) => `tags=${encodeURIComponent(tag)}`).join('&');
    const found = expected.map((n) => made[n].id);
    for (const more of ['', '&limit=1', '&from=2027-10-04&status=SCEDULED', '&view=full']) {
      const query = `doctor_id=${calendar.ids.doctor_id}&${asked}${more}`;
      expect(await listed(query)).toEqual(found);
      expect(await listed(`${query}&order_by=-created_at`)).toEqual(found.toReversed());
    }
  });
});

describe('A page of large appointments', () => {
  /** Of 16,000 bytes each. */
  const [NOTES, TAGS] = [
    '\u{1f9b5}'.repeat(4_000),
    JSON.stringify(Array.from({ length: 20 }, (_, n) => 'é'.repeat(190) + n)),
  ];
  const COUNT = 300;
  let query: string;
  beforeAll(async () => {
    const calendar = await newCalendar();
    query = `doctor_id=${calendar.ids.doctor_id}`;
    const { id } = await calendar.booked();
    await rows('UPDATE appointment SET notes = ?, tags = ? WHERE id = ?', NOTES, TAGS, id);
    await multiply('appointment', { key: 'id', value: id }, COUNT - 1, { id: UUID });
  });

  it.each([
    '',
    '&order_by=-schedule',
    '&status=SCEDULED',
    '&order_by=-created_at',
    `&tags=${encodeURIComponent('é'.repeat(190))}7`,
  ])('has about 4 MB, and the next one goes on behind it: %s', async (more) => {
    const first = await call('GET', `${CALENDAR}?${query}${more}&view=full`);
    expect(first.bytes.length).toBeGreaterThan(3_000_000);
    expect(first.bytes.length).toBeLessThan(6_000_000);
    expect(nextPage(first)).toBeDefined();
    const all = (await pages(`${CALENDAR}?${query}${more}&view=full`)).flat();
    expect(new Set(all.map(({ id }) => id)).size).toBe(COUNT);
    expect(all).toHaveLength(COUNT);
    for (const one of all) expect([one.notes.length, one.tags.length]).toEqual([NOTES.length, 20]);
  });

  it('is as long as asked for where that is no more', async () => {
    expect(await ok('GET', `${CALENDAR}?${query}&limit=100`)).toHaveLength(100);
  });
});
