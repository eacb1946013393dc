import { describe, expect, it } from 'vitest';
import { type Body, call, ok } from '../support/client';
import { add, idsIn, post, somebody } from '../support/duplicates';
import { type Overrides, unique } from '../support/input';
import { multiply, UUID } from '../support/multiply';

const duplicatesOf = (id: string): Promise<Body[]> => ok('GET', `/patient/${id}/duplicates`);
const without = (json: Overrides, ...fields: string[]) =>
  Object.fromEntries(Object.entries(json).filter(([name]) => !fields.includes(name)));

describe('POST /patient/', () => {
  it('answers without Link if nobody is alike', async () => {
    const { status, headers, cost } = await post(somebody());
    expect([status, headers.get('link'), cost.trips]).toEqual([201, null, 1]);
  });

  it('links to those who are likely the same person, the likeliest first, and creates the patient', async () => {
    const json = somebody();
    const [first, second] = [await add(without(json, 'dob')), await add(json)];
    const answer = await post(json);
    expect([answer.status, answer.cost.trips]).toEqual([201, 1]);
    expect(answer.headers.get('link')).toBe(
      `<http://localhost/patient/${second}>; rel="duplicate", <http://localhost/patient/${first}>; rel="duplicate"`,
    );
    expect(await ok('GET', `/patient/${answer.body.id}`)).toMatchObject({ last_name: json.last_name });
  });

  it.each<[string, (json: Overrides) => Overrides]>([
    ['name and birth date', (json) => without(json, 'phone_number')],
    ['name and phone number', (json) => without(json, 'dob')],
    [
      'name and phone number with its country code',
      (json) => ({
        ...without(json, 'dob'),
        phone_number: `+46 ${String(json.phone_number).slice(1)}`,
      }),
    ],
    [
      'name and alternative phone number',
      (json) => ({
        ...without(json, 'dob', 'phone_number'),
        alt_phone_number: json.phone_number,
      }),
    ],
    ['phone number and birth date', (json) => ({ ...json, first_name: 'Ida', last_name: 'Berg' })],
    [
      'family name with swapped letters',
      (json) => ({
        ...without(json, 'phone_number'),
        last_name: String(json.last_name).replace('Som', 'Smo'),
      }),
    ],
    [
      'names in the other order',
      (json) => ({
        ...without(json, 'phone_number'),
        first_name: json.last_name,
        last_name: 'Anna',
      }),
    ],
    ['middle name in addition', (json) => ({ ...without(json, 'phone_number'), middle_name: 'Sofia' })],
    [
      'birth date with day and month swapped',
      (json) => ({
        ...without(json, 'phone_number'),
        dob: `${String(json.dob).slice(0, 4)}-02-03`,
      }),
    ],
  ])('links to a patient by %s, and from that patient to the first', async (_, changed) => {
    const json = somebody();
    const first = await add(json);
    const answer = await post(changed(json));
    expect(idsIn(answer)).toEqual([first]);
    expect((await duplicatesOf(first)).map(({ patient }) => patient.id)).toEqual([answer.body.id]);
  });

  it('does not link within a family on one phone, except twins', async () => {
    const mother = somebody();
    await add(mother);
    const child = { ...mother, first_name: 'Erik', dob: '2019-05-05' };
    const answer = await post(child);
    expect(idsIn(answer)).toEqual([]);
    expect(idsIn(await post({ ...child, first_name: 'Lovisa' }))).toEqual([answer.body.id]);
  });

  it('does not link to deleted patients', async () => {
    const json = somebody();
    const id = await add(json);
    await call('DELETE', `/patient/${id}`);
    expect(idsIn(await post(json))).toEqual([]);
  });

  it('finds patients as an update left them', async () => {
    const before = somebody();
    const id = await add(before);
    const after = somebody();
    await ok('PUT', `/patient/${id}`, { json: after });
    expect(idsIn(await post(before))).toEqual([]);
    expect(idsIn(await post(after))).toEqual([id]);
  });

  it('links to five at most, the newest of those who are equally likely', async () => {
    const json = somebody();
    const ids: string[] = [];
    for (let i = 0; i < 7; i++) ids.push(await add(json));
    expect(idsIn(await post(json))).toEqual(ids.toReversed().slice(0, 5));
  });

  it('answers a repetition with the Link of the first request', async () => {
    const json = somebody();
    const first = await add(json);
    const key = { 'idempotency-key': unique('key') };
    const [answer, again] = [await post(json, key), await post(json, key)];
    expect(again.body.id).toBe(answer.body.id);
    expect([idsIn(answer), idsIn(again)]).toEqual([[first], [first]]);
    expect(again.cost.trips, 'one for the create that fails, one for all that is answered').toBe(2);
    expect(await duplicatesOf(first)).toHaveLength(1);
  });

  it('links from the later to the earlier of two simultaneous creates', async () => {
    const json = somebody();
    const answers = await Promise.all([post(json), post(json)]);
    const ids = answers.map(({ body }) => body.id);
    const links = answers.map(idsIn);
    expect(links.flat()).toHaveLength(1);
    expect(links).toEqual(links[0]?.length ? [[ids[1]], []] : [[], [ids[0]]]);
  });
});

describe('GET /patient/{id}/duplicates', () => {
  it('ranks them with what agrees, without the patient', async () => {
    const json = somebody();
    const id = await add(json);
    const twin = await add({ ...json, first_name: 'Erik' });
    const sameName = await add({ ...json, dob: '1999-09-09' });
    const typo = await add({ ...json, last_name: `${json.last_name}x` });
    expect(await duplicatesOf(id)).toEqual([
      { patient: expect.objectContaining({ id: typo }), reasons: ['name', 'dob', 'phone_number'], score: 11 },
      { patient: expect.objectContaining({ id: sameName }), reasons: ['name', 'phone_number'], score: 7 },
      { patient: expect.objectContaining({ id: twin }), reasons: ['dob', 'phone_number'], score: 6 },
    ]);
    const [found] = await duplicatesOf(id);
    const [listed] = await ok('GET', `/patient/?search=${json.last_name}x`);
    expect(found.patient).toEqual(listed);
  });

  it('is empty where nobody is alike, also for a patient without birth date and phone number', async () => {
    expect(await duplicatesOf(await add(somebody()))).toEqual([]);
    const nameOnly = without(somebody(), 'dob', 'phone_number');
    expect(await duplicatesOf(await add(nameOnly))).toEqual([]);
    expect(await duplicatesOf(await add(nameOnly))).toEqual([]);
  });

  it('has 20 at most', async () => {
    const id = await add(somebody());
    await multiply('patient', { key: 'id', value: id }, 30, { id: UUID });
    expect(await duplicatesOf(id)).toHaveLength(20);
  });
});
