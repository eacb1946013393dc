import { beforeAll, describe, expect, it } from 'vitest';
import { accessOf } from '../support/access';
import { call, ok, type Result, refusal } from '../support/client';
import { make } from '../support/factories';
import { accountOf, newVisit } from '../support/notes';
import { count, trail } from '../support/rows';
import { insertUser } from '../support/users';

const told = ({ status, body }: Result) => [status, body];
const texts = ({ status, body }: Result) => [status, body.text ?? body.detail];
const goTo = (id: string, doctor_id: string) => ok('PATCH', `/calendar/appointments/${id}`, { json: { doctor_id } });

describe('The note of a doctor about a visit', () => {
  it('is begun, changed, and signed: then author and time stand in it', async () => {
    const { id, patient_id, doctor, put, sign, get } = await newVisit();
    const begun = await put();
    expect([begun.status, begun.headers.get('etag'), begun.body.status]).toEqual([200, '"1"', 'draft']);
    const changed = await put({ text: 'Two weeks.\n\tكحّة 🫁', title: null });
    expect([changed.status, changed.headers.get('etag')]).toEqual([200, '"2"']);
    const signed = await sign();
    const { reg_number, first_name, last_name } = doctor;
    const author = { id: doctor.id, reg_number, first_name, last_name };
    expect([...told(signed), signed.headers.get('etag')]).toEqual([
      200,
      {
        ...{ id: begun.body.id, appointment_id: id, patient_id, status: 'final', title: null, author, addenda: [] },
        ...{ text: 'Two weeks.\n\tكحّة 🫁', created_at: begun.body.created_at },
        ...{ signed_at: expect.any(String), updated_at: signed.body.signed_at },
      },
      '"3"',
    ]);
    expect(told(await put({ text: 'Three.' }))).toEqual([400, refusal('not_editable')]);
    await ok('PATCH', `/doctor/${doctor.id}`, { json: { last_name: 'Renamed' } });
    expect(told(await get())).toEqual([200, signed.body]);
    expect(await trail(begun.body.id)).toEqual(['create 1', 'update 2 title,text', 'update 3 signed_at,signed_by']);
  });

  it('is written by who has the permission alone, and never by an account without a doctor', async () => {
    const { id, path, put } = await newVisit();
    for (const as of ['admin', 'staff', 'billing', 'none'] as const) {
      for (const [method, at] of [
        ['PUT', path],
        ['GET', path],
        ['POST', `${path}/sign`],
        ['POST', `${path}/addenda`],
      ] as const) {
        expect(
          told(await call(method, at, { as, ...(method !== 'GET' && { json: { text: 'x' } }) })),
          `${as} ${method}`,
        ).toEqual([403, refusal('forbidden')]);
      }
    }
    const nobody = await insertUser('doctor');
    expect(told(await put({}, { as: nobody }))).toEqual([
      403,
      refusal('forbidden', 'The account belongs to no doctor'),
    ]);
    expect(await count('note WHERE appointment_id = ?', id)).toBe(0);
    expect((await call('GET', path, { as: nobody })).status).toBe(404);
  });

  it('is begun by the doctor of the visit alone, and changed by its author when the visit has gone to another', async () => {
    const { id, put, get, sign } = await newVisit();
    const other = await make.doctor();
    const theirs = { as: accountOf(other) };
    expect(told(await put({}, theirs))).toEqual([403, refusal('other_doctor')]);
    await put();
    await goTo(id, other.id);
    expect(texts(await put({ text: 'Mine still.' }))).toEqual([200, 'Mine still.']);
    expect(told(await get(theirs))).toEqual([404, refusal('not_found', 'Note not found')]);
    expect(texts(await put({ text: 'Theirs.' }, theirs))).toEqual([200, 'Theirs.']);
    await sign();
    expect(await count('note WHERE appointment_id = ?', id)).toBe(2);
    expect(texts(await get())).toEqual([200, 'Mine still.']);
    expect(texts(await get(theirs))).toEqual([200, 'Theirs.']);
  });

  it('is, of several, the own one, else the one that the doctor of the visit has signed, else the last signed', async () => {
    const { id, doctor, put, get, sign } = await newVisit();
    const [second, third, reader] = [await make.doctor(), await make.doctor(), await make.doctor()];
    const as = (one: { user: { id: string } }) => ({ as: accountOf(one) });
    await put({ text: 'First.' });
    await sign();
    await goTo(id, second.id);
    await put({ text: 'Second.' }, as(second));
    expect(texts(await get(as(reader)))).toEqual([200, 'First.']);
    expect(texts(await get({ ...as(reader), author: second.id })), 'a draft').toEqual([404, 'Note not found']);
    await sign(as(second));
    await goTo(id, third.id);
    const newest = await get(as(reader));
    expect(texts(newest)).toEqual([200, 'Second.']);
    await goTo(id, doctor.id);
    const ofVisit = await get(as(reader));
    expect(texts(ofVisit)).toEqual([200, 'First.']);
    // Of another note with the same version.
    expect([newest.headers.get('etag')?.split('-')[0], ofVisit.headers.get('etag')?.split('-')[0]]).toEqual([
      '"2',
      '"2',
    ]);
    const again = await get({ ...as(reader), headers: { 'if-none-match': newest.headers.get('etag') ?? '' } });
    expect(again.status).toBe(200);
    expect(texts(await get({ ...as(reader), author: second.id }))).toEqual([200, 'Second.']);
    expect(texts(await get({ author: second.id }))).toEqual([200, 'Second.']);
    expect(texts(await get({ ...as(reader), author: reader.id }))).toEqual([404, 'Note not found']);
  });

  it('says something, in at most 64 KiB of UTF-8, counted in bytes', async () => {
    const { put } = await newVisit();
    expect((await put({ text: 'é'.repeat(32_768) })).status).toBe(200);
    for (const text of ['é'.repeat(32_769), 'x'.repeat(65_537), '', ' \n\t ', 'a\0b']) {
      const { status, body } = await put({ text });
      expect([status, body.detail.map(({ loc }: { loc: string[] }) => loc)], text.slice(0, 5)).toEqual([
        422,
        [['body', 'text']],
      ]);
    }
    const [fault] = (await put({ text: 'é'.repeat(32_769) })).body.detail;
    expect(fault.msg).toBe('String should have at most 65536 bytes of UTF-8');
    expect((await put({ title: 'x'.repeat(201) })).body.detail[0].loc).toEqual(['body', 'title']);
  });

  it('keeps the title that is left out, and writes nothing where nothing changes', async () => {
    const { put } = await newVisit();
    const { body } = await put();
    expect((await put({ title: undefined, text: 'More.' })).body).toMatchObject({
      title: 'First visit',
      text: 'More.',
    });
    const again = await put({ title: undefined, text: 'More.' });
    expect([again.status, again.headers.get('etag'), again.cost.rows_written]).toEqual([200, '"2"', 0]);
    expect((await put({ title: null, text: 'More.' })).body.title).toBeNull();
    expect(await count('audit WHERE entity_id = ?', body.id)).toBe(3);
  });

  it('is begun by `If-Match: "0"`, which changes none that is there', async () => {
    const { put, sign } = await newVisit();
    const none = { headers: { 'if-match': '"0"' } };
    expect(told(await put({}, { headers: { 'if-match': '"1"' } }))).toEqual([412, refusal('outdated')]);
    expect((await put({}, none)).status).toBe(200);
    expect(told(await put({ text: 'Other.' }, none))).toEqual([412, refusal('outdated')]);
    expect(told(await sign({ headers: { 'if-match': '"2"' } }))).toEqual([412, refusal('outdated')]);
  });

  it('is signed once: a repetition answers what is signed, and another version does not', async () => {
    const { put, sign, add } = await newVisit();
    expect(told(await sign())).toEqual([404, refusal('not_found')]);
    await put();
    const seen = (version: number) => ({ headers: { 'if-match': `"${version}"` } });
    const signed = await sign(seen(1));
    expect(signed.status).toBe(200);
    for (const options of [{}, seen(1), seen(2)]) {
      const again = await sign(options);
      expect([...told(again), again.headers.get('etag'), again.cost.rows_written]).toEqual([
        200,
        signed.body,
        '"2"',
        0,
      ]);
    }
    expect((await sign(seen(0))).status).toBe(412);
    await add('More.');
    expect((await sign()).body.status).toBe('amended');
  });

  it('is seen by the front desk as `has_note`, once it is signed', async () => {
    const { id, put, sign } = await newVisit();
    const at = `/calendar/appointments/${id}`;
    const read = () => call('GET', at);
    await put();
    const before = await read();
    expect(before.body).not.toHaveProperty('has_note');
    await sign();
    const after = await call('GET', at, { headers: { 'if-none-match': before.headers.get('etag') ?? '' } });
    expect([after.status, after.body.has_note]).toEqual([200, true]);
    expect(Object.keys(await ok('GET', `${at}?view=full`))).toContain('has_note');
    expect((await call('PATCH', at, { json: { type: 'IPD' } })).body.has_note).toBe(true);
    expect((await ok('GET', `/calendar/appointments/?limit=1000`))[0]).not.toHaveProperty('has_note');
  });

  it('keeps the visit with its patient', async () => {
    const { id, put } = await newVisit();
    await put();
    const patient = await make.patient();
    const moved = await call('PATCH', `/calendar/appointments/${id}`, { json: { patient_id: patient.id } });
    expect(told(moved)).toEqual([
      400,
      refusal('in_use', 'An appointment that has invoices, files or notes stays with its patient'),
    ]);
  });

  it('is out of reach with a deleted patient', async () => {
    const { patient_id, put, sign, get, add, as } = await newVisit();
    await put();
    await ok('DELETE', `/patient/${patient_id}`);
    const all = [
      await get(),
      await put({ text: 'x' }),
      await sign(),
      await add('x'),
      await call('GET', `/patient/${patient_id}/notes`, { as }),
    ];
    expect(all.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
  });

  it('may be written of a visit that was cancelled or missed', async () => {
    for (const status of ['CANCELLED', 'NO_SHOW', 'COMPLETED']) {
      const { id, put, sign } = await newVisit();
      await ok('PATCH', `/calendar/appointments/${id}`, { json: { status } });
      expect([(await put()).status, (await sign()).status], status).toEqual([200, 200]);
    }
  });

  it('is on record when it is looked at, as a kind of its own', async () => {
    const { patient_id, put, get, as } = await newVisit();
    const { body } = await put();
    expect(accessOf(await get())).toMatchObject([{ action: 'read', entity: 'note', entity_id: body.id, patient_id }]);
    const list = await call('GET', `/patient/${patient_id}/notes`, { as });
    expect(accessOf(list)).toMatchObject([{ action: 'list', entity: 'note', patient_id, count: 1 }]);
    const other = await make.patient();
    const none = await call('GET', `/patient/${other.id}/notes`, { as });
    expect(accessOf(none)).toMatchObject([{ action: 'list', entity: 'note', patient_id: other.id, count: 0 }]);
  });

  it('says on the audit trail whose it is and of which visit, and nothing of its text', async () => {
    const { patient_id, put, id } = await newVisit();
    const { body } = await put({ text: 'Unspeakable.' });
    await put({ text: 'Unspeakable, too.', title: 'Secret' });
    const { bytes, body: entries } = await call('GET', `/audit/?entity_id=${body.id}&view=full`, { as: 'admin' });
    expect(entries).toMatchObject([
      { changed: ['title', 'text'], record: { patient: { id: patient_id } } },
      { action: 'create' },
    ]);
    expect(entries[0].record.starts_at).toEqual(expect.any(String));
    expect(new TextDecoder().decode(bytes)).not.toMatch(/Unspeakable|Secret/);
    expect(id).toBeDefined();
  });
});

describe('What is added to a signed note', () => {
  let visit: Awaited<ReturnType<typeof newVisit>>;
  beforeAll(async () => {
    visit = await newVisit();
    await visit.put();
  });

  it('is not taken by a draft, and of its author', async () => {
    const { add, sign, doctor, get } = visit;
    expect(told(await add('Early.'))).toEqual([400, refusal('not_editable')]);
    await sign();
    const added = await add('The culture\n is "negative".');
    expect([added.status, added.headers.get('etag')]).toEqual([201, '"3"']);
    const { reg_number, first_name, last_name } = doctor;
    const author = { id: doctor.id, reg_number, first_name, last_name };
    const addendum = { text: 'The culture\n is "negative".', author, signed_at: expect.any(String) };
    expect(added.body).toMatchObject({ status: 'amended', addenda: [addendum] });
    expect((await add('And more.')).body.addenda).toHaveLength(2);
    expect((await get()).body.addenda[0]).toEqual(added.body.addenda[0]);
    expect((await trail(added.body.id)).slice(-1)).toEqual(['update 4 addenda']);
  });

  it('may be of the doctor who has the visit now, and of no other', async () => {
    const { id, doctor, add } = visit;
    const [present, other] = [await make.doctor(), await make.doctor()];
    await goTo(id, present.id);
    const theirs = { as: accountOf(present) };
    expect(told(await add('x', { as: accountOf(other) }))).toEqual([403, refusal('other_doctor')]);
    const added = await add('Seen on the ward.', theirs);
    expect([added.status, added.body.author.id, added.body.addenda.at(-1).author.id]).toEqual([
      201,
      doctor.id,
      present.id,
    ]);
    // With a draft of its own, the other note is named.
    await visit.put({ text: 'Own.' }, theirs);
    expect(told(await add('x', theirs))).toEqual([400, refusal('not_editable')]);
    expect((await add('Again.', { ...theirs, author: doctor.id })).status).toBe(201);
  });

  it('is done once by an `Idempotency-Key`', async () => {
    const { put, sign, add } = await newVisit();
    await put();
    await sign();
    const keyed = { headers: { 'idempotency-key': crypto.randomUUID() } };
    const all = await Promise.all([1, 2, 3].map(() => add('Once.', keyed)));
    expect(all.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(all.map(({ body }) => body.addenda.length)).toEqual([1, 1, 1]);
    expect(told(await add('Other.', keyed))).toEqual([409, refusal('idempotency_key')]);
  });

  it('is bounded, in number and in bytes', async () => {
    const { put, sign, add, get } = await newVisit();
    await put({ text: 'x'.repeat(65_536) });
    await sign();
    const refused = expect.arrayContaining([expect.objectContaining({ loc: ['body', 'text'], type: 'too_long' })]);
    for (let n = 0; n < 6; n++) expect((await add('x'.repeat(65_536))).status).toBe(201);
    expect(told(await add('x'.repeat(65_536)))).toEqual([422, { detail: refused }]);
    for (let n = 6; n < 50; n++) expect((await add('x')).status, String(n)).toBe(201);
    expect(told(await add('x'))).toEqual([422, { detail: refused }]);
    expect((await get()).body.addenda).toHaveLength(50);
  });
});
