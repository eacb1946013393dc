import { describe, expect, it } from 'vitest';
import { accessOf } from '../support/access';
import { call, ok, refusal } from '../support/client';
import { make } from '../support/factories';
import { fileOf, makePng, PNG, pathOf, uploadForm } from '../support/files';
import { input, unique } from '../support/input';
import { merge, pairOf, unmerge } from '../support/merges';
import { rows, trail } from '../support/rows';
import { actorOf } from '../support/users';

const full = (id: string) => ok('GET', `/patient/${id}?view=full`);
const found = async (search: string) =>
  (await ok('GET', `/patient/?search=${encodeURIComponent(search)}`)).map(({ id }: { id: string }) => id);
const billed = async (search: string) =>
  (await ok('GET', `/invoice/?search=${encodeURIComponent(search)}`)).data.map(({ id }: { id: string }) => id);

describe('POST /patient/{id}/merge', () => {
  it('moves appointments, invoices and files, and says how many', async () => {
    const { id, from, visit, bill, scan } = await pairOf();
    const other = await full(from);
    const { status, body, headers, cost } = await merge(id, from);
    const { reg_number } = await full(id);
    const names = { first_name: other.first_name, middle_name: other.middle_name, last_name: other.last_name };
    expect([status, body, headers.get('etag'), cost.trips]).toEqual([
      200,
      {
        id,
        reg_number,
        from: { id: from, reg_number: other.reg_number, ...names },
        moved: { appointments: 1, appointment_series: 0, invoices: 1, files: 2, notes: 0 },
        undo_until: expect.any(String),
      },
      '"2"',
      2,
    ]);
    expect(Date.parse(body.undo_until) - Date.now()).toBeGreaterThan(29.9 * 86_400_000);
    expect(await ok('GET', `/calendar/appointments/${visit.id}`)).toMatchObject({ patient_id: id });
    expect(await ok('GET', `/invoice/${bill.id}?view=full`)).toMatchObject({ patient_id: id, patient: { id } });
    const { files } = await full(id);
    expect(files.map((file: { id: string; entity_id: string }) => [file.id, file.entity_id])).toEqual([[scan.id, id]]);
    expect(await ok('GET', `/static/?entity_id=${id}&deleted=true`)).toHaveLength(1);
  });

  it('leaves the bytes of a file, and its url, where they are', async () => {
    const { id, from, scan } = await pairOf();
    await merge(id, from);
    const [file] = (await full(id)).files;
    expect(file.url).toBe(scan.url);
    expect((await call('GET', pathOf(scan))).status).toBe(200);
    expect((await call('GET', pathOf(scan), { headers: { range: 'bytes=0-3' } })).status).toBe(206);
    expect((await call('DELETE', `/static/delete_file/${scan.id}`)).status).toBe(200);
    expect((await call('GET', pathOf(scan))).status).toBe(404);
  });

  it('serves a file by the id of the patient who has it, too, and by no other one', async () => {
    const { id, from, scan } = await pairOf();
    const [last, other] = [await make.patient(), await make.patient()];
    const at = (owner: string) => pathOf(scan).replace(from, owner);
    expect((await call('GET', at(id))).status).toBe(404);
    await merge(id, from);
    for (const owner of [from, id]) {
      const whole = await call('GET', at(owner));
      expect([whole.status, whole.bytes]).toEqual([200, PNG]);
      const headers = { range: 'bytes=0-3', 'if-range': '"other"' };
      expect((await call('GET', at(owner), { headers: { range: headers.range } })).status).toBe(206);
      expect((await call('GET', at(owner), { headers })).bytes, 'the whole').toEqual(PNG);
      expect((await call('HEAD', at(owner))).status).toBe(200);
    }
    expect((await call('GET', at(other.id))).status).toBe(404);
    await merge(last.id, id);
    const statuses = await Promise.all([from, id, last.id].map(async (owner) => (await call('GET', at(owner))).status));
    expect(statuses).toEqual([200, 404, 200]);
    await unmerge(last.id, id);
    await unmerge(id, from);
    expect([(await call('GET', at(from))).status, (await call('GET', at(id))).status]).toEqual([200, 404]);
  });

  it('has looks at a file under the patient who has it now', async () => {
    const { id, from, scan } = await pairOf();
    await merge(id, from);
    const [look] = accessOf(await call('GET', pathOf(scan)));
    expect(look).toMatchObject({ action: 'read', entity: 'file', entity_id: scan.id, owner_id: id });
  });

  it('keeps number and names of a bill that was issued, not of a draft', async () => {
    const { id, from, bill } = await pairOf();
    const draft = await make.invoice({ patient_id: from });
    const other = await full(from);
    await merge(id, from);
    const { first_name, middle_name, last_name, reg_number } = other;
    const after = await ok('GET', `/invoice/${bill.id}`);
    expect(after).toMatchObject({
      reg_number: bill.reg_number,
      issued_to: { id: from, reg_number, first_name, middle_name, last_name },
    });
    expect(Object.keys(await ok('GET', `/invoice/${draft.id}`))).not.toContain('issued_to');
    const paid = await call('POST', `/invoice/${bill.id}/payments`, { json: input.payment({ amount: 1 }) });
    expect([paid.status, (await ok('GET', `/invoice/${bill.id}`)).issued_to.id]).toEqual([201, from]);
  });

  it('keeps the names of such a bill in the cash report, as on its receipts', async () => {
    const { id, from, bill } = await pairOf();
    const { reg_number, first_name, last_name } = await full(from);
    const reference = unique('R-');
    const { id: receipt } = await ok('POST', `/invoice/${bill.id}/payments`, {
      json: input.payment({ amount: 1, reference }),
    });
    await merge(id, from);
    const patient = { id: from, reg_number, first_name, last_name };
    expect((await ok('GET', `/invoice/${bill.id}/payments/${receipt}?view=full`)).patient).toEqual(patient);
    expect(await ok('GET', `/payment/?reference=${reference}`)).toMatchObject([{ patient_id: id, patient }]);
  });

  it('answers 410 for every address of the other record, and says where it is', async () => {
    const { id, from } = await pairOf();
    const { reg_number } = await full(from);
    await merge(id, from);
    const json = input.patient();
    const asked = [
      await call('GET', `/patient/${from}`),
      await call('GET', `/patient/${from}?view=full`),
      await call('GET', `/patient/reg_number/${reg_number}`),
      await call('GET', `/patient/${from}/duplicates`),
      await call('PUT', `/patient/${from}`, { json }),
      await call('PATCH', `/patient/${from}`, { json: { first_name: 'Eva' } }),
      await call('DELETE', `/patient/${from}`),
      await merge(from, id),
      await unmerge(from, id),
      await merge((await make.patient()).id, from),
    ];
    for (const { status, body, headers } of asked) {
      expect([status, body]).toEqual([410, { ...refusal('merged'), merged_into: id }]);
      expect(headers.get('link')).toBe(`<http://localhost/patient/${id}>; rel="canonical"`);
    }
    expect((await call('DELETE', `/patient/${from}`, { headers: { 'if-match': '"1"' } })).status).toBe(410);
  });

  it('answers 410 also where somebody names the other record, and does nothing', async () => {
    const { id, from, visit, bill } = await pairOf();
    const child = await make.patient();
    const ids = { patient_id: from, doctor_id: visit.doctor_id, department_id: visit.department_id };
    const draft = await make.invoice({ patient_id: child.id });
    await merge(id, from);
    const named = { json: { patient_id: from } };
    const asked = [
      await call('POST', '/appointment/', { json: input.appointment(ids) }),
      await call('PATCH', `/calendar/appointments/${visit.id}`, named),
      await call('POST', '/invoice/', { json: input.invoice({ patient_id: from }) }),
      await call('PATCH', `/invoice/${draft.id}`, named),
      await call('PUT', `/invoice/${draft.id}`, { json: input.invoice({ patient_id: from }) }),
      await call('PUT', `/invoice/${bill.id}`, { json: { patient_id: from, tags: ['late'] } }),
      await call('POST', '/patient/', { json: input.patient({ mother_id: from }) }),
      await call('PATCH', `/patient/${child.id}`, { json: { mother_id: from } }),
      await uploadForm({ entity_id: from, file: fileOf(PNG, 'scan.png') }),
      await call('GET', `/static/?entity_id=${from}`),
    ];
    for (const { status, body, headers } of asked) {
      expect([status, body]).toEqual([410, { ...refusal('merged'), merged_into: id }]);
      expect(headers.get('link')).toBe(`<http://localhost/patient/${id}>; rel="canonical"`);
    }
    // What is missing is told of the record itself first.
    expect((await call('PATCH', `/invoice/${crypto.randomUUID()}`, named)).body.code).toBe('not_found');
    expect((await call('PATCH', `/calendar/appointments/${crypto.randomUUID()}`, named)).body.code).toBe('not_found');
  });

  it('finds the patient by names and numbers of both, and its bills, also after a new name', async () => {
    const [mine, theirs] = [unique('Mine'), unique('Theirs')];
    const { id, from, bill } = await pairOf({ last_name: mine }, { last_name: theirs });
    const { reg_number } = await full(from);
    await merge(id, from);
    for (const search of [mine, theirs, reg_number]) {
      expect(await found(search), search).toEqual([id]);
      expect(await billed(search), search).toEqual([bill.id]);
    }
    const renamed = unique('New');
    const headers = { prefer: 'return=representation' };
    const put = await ok('PUT', `/patient/${id}`, { json: input.patient({ last_name: renamed }), headers });
    expect(put.merged).toHaveLength(1);
    expect(await found(mine)).toEqual([]);
    for (const search of [renamed, theirs, reg_number]) expect(await found(search), search).toEqual([id]);
    expect((await full(id)).merged).toEqual([
      { id: from, reg_number, first_name: 'Anna', middle_name: 'Maria', last_name: theirs },
    ]);
  });

  it('lists by the other id what is the patient’s, also where that one was merged, until the undo', async () => {
    const { id, from, visit, bill } = await pairOf();
    const mine = await make.appointment({ patient_id: id, schedule: '2026-12-02T09:00' });
    const last = (await make.patient()).id;
    const lists = [
      ...['', '&order_by=-schedule', '&order_by=created_at', '&from=2026-01-01', `&doctor_id=${visit.doctor_id}`].map(
        (more) => `/calendar/appointments/?status=SCEDULED${more}`,
      ),
      '/calendar/appointments/?view=full',
      ...['', '&tags=a', '&status=ISSUED', '&search=anna', '&issued_from=2026-01-01', '&unpaid=true', '&view=full'].map(
        (more) => `/invoice/?limit=9${more}`,
      ),
    ];
    await ok('PUT', `/invoice/${bill.id}`, { json: { patient_id: from, tags: ['a'] } });
    const listed = async (path: string, of: string) => {
      const answer = await call('GET', `${path}&patient_id=${of}`);
      const records: { id: string }[] = answer.body.data ?? answer.body;
      return { ids: records.map((one) => one.id).sort(), answer };
    };
    const before = await Promise.all(lists.map((path) => listed(path, from)));
    for (const [n, { ids }] of before.entries()) expect([lists[n], ids.length]).toEqual([lists[n], 1]);
    await merge(id, from);
    await merge(last, id);
    for (const path of lists) {
      const { ids } = await listed(path, last);
      expect(ids, path).toContain(path.startsWith('/invoice/') ? bill.id : visit.id);
      for (const of of [id, from]) {
        const { ids: same, answer } = await listed(path, of);
        expect([same, answer.cost.trips], path).toEqual([ids, 1]);
        expect(accessOf(answer), 'the look names the patient').toMatchObject([{ patient_id: last, detail: null }]);
      }
    }
    expect((await listed('/calendar/appointments/?limit=9', from)).ids).toEqual([visit.id, mine.id].sort());
    await unmerge(last, id);
    await unmerge(id, from);
    expect((await Promise.all(lists.map((path) => listed(path, from)))).map(({ ids }) => ids)).toEqual(
      before.map(({ ids }) => ids),
    );
  });

  it('is on the trail of both, and of each record that moved', async () => {
    const { id, from, visit, bill, scan } = await pairOf();
    await merge(id, from);
    expect((await trail(id)).at(-1)).toBe('merge 2 merged');
    expect((await trail(from)).at(-1)).toBe('merge 2 deleted_at,merged_into');
    for (const one of [visit, bill]) expect((await trail(one.id)).at(-1)).toMatch(/^update \d patient_id$/);
    expect((await trail(scan.id)).at(-1)).toBe('update 2 entity_id');
    const [row] = await rows<{ actor: string; detail: string }>(
      "SELECT actor, detail FROM audit WHERE entity_id = ? AND action = 'merge'",
      from,
    );
    expect(row).toEqual({ actor: actorOf('staff').id, detail: JSON.stringify({ merged_into: [null, id] }) });
  });

  it('answers what was done where it is asked for again', async () => {
    const { id, from } = await pairOf();
    const first = await merge(id, from);
    const again = await merge(id, from);
    expect([again.status, again.body, again.headers.get('etag')]).toEqual([200, first.body, '"2"']);
  });

  it('refuses what makes no sense', async () => {
    const [{ id }, gone] = [await make.patient(), await make.patient()];
    await ok('DELETE', `/patient/${gone.id}`);
    const nobody = crypto.randomUUID();
    const answers = [
      await merge(id, id),
      await merge(id, nobody),
      await merge(id, gone.id),
      await merge(nobody, id),
      await merge(gone.id, id),
      await merge(id, id, { take: ['addresses'] }),
      await unmerge(id, gone.id),
      await unmerge(id, nobody),
    ];
    expect(answers.map(({ status, body }) => [status, body.code])).toEqual([
      [400, 'inconsistent'],
      [404, 'reference_not_found'],
      [404, 'reference_not_found'],
      [404, 'not_found'],
      [404, 'not_found'],
      [422, undefined],
      [400, 'inconsistent'],
      [404, 'reference_not_found'],
    ]);
  });

  it('refuses lists that are too long together', async () => {
    const surgeries = (n: number, of: string) =>
      Array.from({ length: n }, (_, i) => ({ surgery: `${of} ${i}`, date: null, surgeon: null, hospital: null }));
    const { id, from } = await pairOf({ past_surgeries: surgeries(150, 'A') }, { past_surgeries: surgeries(51, 'B') });
    const { status, body } = await merge(id, from);
    expect([status, body.detail[0].loc, body.detail[0].type]).toEqual([422, ['body', 'from'], 'too_long']);
    expect(body.detail[0].msg).toMatch(/^past_surgeries /);
  });

  it('needs an actor who is still what the token says', async () => {
    const { id, from } = await pairOf();
    const former = { id: crypto.randomUUID(), role: 'staff' } as const;
    expect((await merge(id, from, {}, { as: former })).body.code).toBe('session_ended');
    await merge(id, from);
    expect((await unmerge(id, from, { as: former })).body.code).toBe('session_ended');
    expect((await call('GET', `/patient/${from}`)).status).toBe(410);
    expect((await makePng(id)).entity_id).toBe(id);
  });

  it('is not done twice by an Idempotency-Key whose patient was merged', async () => {
    const headers = { 'idempotency-key': unique('key') };
    const json = input.patient();
    const { id: from } = await ok('POST', '/patient/', { json, headers });
    const { id } = await make.patient();
    await merge(id, from);
    const { status, body } = await call('POST', '/patient/', { json, headers });
    expect([status, body.merged_into]).toEqual([410, id]);
  });
});
