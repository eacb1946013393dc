import { describe, expect, it } from 'vitest';
import { type Body, call, ok } from '../support/client';
import { create, make } from '../support/factories';
import { makePng } from '../support/files';
import { input } from '../support/input';
import { logIn, refresh } from '../support/logins';
import { as } from '../support/recorded/answers';
import { logins, repeatable } from '../support/recorded/load';
import { deriveTerms, expectNoContradictions, upgradeRecorded } from '../support/recorded/upgrade';
import { row, rows } from '../support/rows';

upgradeRecorded();
const staff = { as: as('staff') };
const ids = async (table: string, condition = 'deleted_at IS NULL') =>
  (await rows<{ id: string }>(`SELECT id FROM ${table} WHERE ${condition} ORDER BY seq`)).map(({ id }) => id);

describe('In the database of 1.1.0', () => {
  it.each(['admin', 'staff', 'billing', 'none'] as const)('the account of %s logs in', async (login) => {
    const { email, password } = logins[login];
    const { status, body } = await logIn({ email, password });
    expect(status).toBe(200);
    const headers = { authorization: `Bearer ${body.access_token}` };
    expect(await ok('GET', '/auth/users/me', { as: null, headers })).toMatchObject({ email, type: login });
    expect((await logIn({ email, password: 'a wrong password' })).status).toBe(401);
  });

  it('the second factor and an invitation hold', async () => {
    const { factor, invited } = logins;
    const credentials = { email: factor.email, password: factor.password };
    expect((await logIn(credentials)).status).toBe(401);
    const [recovery_code] = factor.recovery_codes;
    expect((await logIn({ ...credentials, totp: recovery_code })).status).toBe(200);
    const json = { token: invited.token, password: 'correct horse' };
    expect((await call('POST', '/auth/password-token', { as: null, json })).status).toBe(204);
    expect((await logIn({ email: invited.email, password: json.password })).status).toBe(200);
  });

  it('an access token reads until it expires, a refresh token is renewed once, and what ended stays ended', async () => {
    const { access_token, refresh_token, used_token } = logins.staff;
    const headers = { authorization: `Bearer ${access_token}` };
    expect((await call('GET', '/patient/', { as: null, headers })).status).toBe(200);
    const renewed = await refresh(refresh_token);
    expect(renewed.status).toBe(200);
    expect((await refresh(logins.billing.refresh_token)).status).toBe(401);
    // A stolen one: it ends the login.
    expect((await refresh(used_token)).status).toBe(401);
    expect((await refresh(renewed.body.refresh_token)).status).toBe(401);
    expect((await refresh(logins.admin.refresh_token)).status).toBe(200);
  });

  it.each(['patient', 'doctor', 'catalog_item', 'invoice'])(
    'a PUT of what a read gave changes no %s',
    async (table) => {
      const found = await ids(table);
      const at = `/${table.replace('_item', '')}`;
      for (const id of found) {
        const { body, headers } = await call('GET', `${at}/${id}?view=full`, staff);
        const { version } = (await row(`SELECT version FROM ${table} WHERE id = ?`, id)) as { version: number };
        const sendBack = (tag: string | null) =>
          call('PUT', `${at}/${id}`, { ...staff, json: body, headers: { 'if-match': tag ?? '' } });
        const put = await sendBack(headers.get('etag'));
        expect(put.status, JSON.stringify(put.body)).toBe(200);
        // What follows from the fields, as terms, may be of another version by now: once.
        const tag = put.headers.get('etag');
        expect([`"${version}"`, `"${version + 1}"`]).toContain(tag);
        expect((await sendBack(tag)).headers.get('etag')).toBe(tag);
        const { updated_at: _, ...rest } = await ok('GET', `${at}/${id}?view=full`, staff);
        expect(body).toMatchObject(rest);
      }
      expect(found.length).toBeGreaterThan(0);
    },
  );

  it('an invoice is paid, and a refused transition stays refused', async () => {
    const [id] = await ids('invoice', "status = 'PARTIALY_PAID' AND credited_amount = 0");
    const { patient_id, total_amount } = await ok('GET', `/invoice/${id}`, staff);
    const paid = { patient_id, status: 'PAID', paid_amount: total_amount };
    expect(await ok('PUT', `/invoice/${id}`, { ...staff, json: paid })).toMatchObject({
      ...{ status: 'PAID', paid_amount: total_amount, remaining_amount: 0 },
    });
    expect((await call('PUT', `/invoice/${id}`, { ...staff, json: { ...paid, status: 'ISSUED' } })).status).toBe(400);
  });

  it('numbers go on where it stopped, without a gap', async () => {
    const next = async (table: string, prefix: string) =>
      `${prefix}-${String((await ids(table, '1')).length + 1).padStart(8, '0')}`;
    for (const [table, prefix, made] of [
      ['patient', 'PAT', () => make.patient({}, staff)],
      ['doctor', 'DOC', () => make.doctor({}, staff)],
      ['invoice', 'INV', async () => make.invoice({ patient_id: (await ids('patient'))[0] }, staff)],
    ] as const) {
      const number = await next(table, prefix);
      expect((await made()).reg_number).toBe(number);
    }
  });

  it('a create that is repeated under its key gives the record of the first request', async () => {
    const { key, id, body } = repeatable;
    const again = await call('POST', '/patient/', { ...staff, json: body, headers: { 'idempotency-key': key } });
    expect([again.status, again.body.id]).toEqual([201, id]);
    const other = { ...body, first_name: 'Another' };
    expect(
      (await call('POST', '/patient/', { ...staff, json: other, headers: { 'idempotency-key': key } })).status,
    ).toBe(409);
  });

  it('a time that is held is not given away', async () => {
    const held = await row("SELECT * FROM appointment WHERE status = 'SCEDULED' AND schedule LIKE '2026-12-01T09:45%'");
    const { patient_id, doctor_id, department_id, schedule } = held as Record<string, string>;
    const json = input.appointment({ patient_id, doctor_id, department_id, schedule });
    expect((await call('POST', '/appointment/', { ...staff, json, env: { DOUBLE_BOOKING: 'reject' } })).status).toBe(
      409,
    );
    expect((await create('/appointment/', json, staff)).schedule).toBe(schedule);
  });

  it('files are listed, added and deleted', async () => {
    const { entity_id } = (await row("SELECT entity_id FROM file WHERE entity = 'patient' AND deleted_at IS NULL")) as {
      entity_id: string;
    };
    const list = (query = '') => ok('GET', `/static/?entity_id=${entity_id}${query}`, staff);
    const old: Body[] = await list();
    const { files } = await ok('GET', `/patient/${entity_id}`, staff);
    expect(old.map(({ id }) => id).reverse()).toEqual(files.map(({ id }: Body) => id));
    expect(old.every(({ filename, size }) => filename.length > 0 && size > 0)).toBe(true);
    const gone = (await list('&deleted=true')).map(({ id }: Body) => id);
    const added = await makePng(entity_id);
    await ok('DELETE', `/static/delete_file/${old[0].id}`, staff);
    expect((await list()).map(({ id }: Body) => id)).toEqual([added.id, ...old.slice(1).map(({ id }) => id)]);
    expect((await list('&deleted=true')).map(({ id }: Body) => id)).toEqual([...gone, old[0].id]);
  });

  it('a patient is deleted with the files, and is not found any more', async () => {
    const { id } = (await row("SELECT id FROM patient WHERE first_name = 'Jürgen'")) as { id: string };
    await makePng(id);
    await ok('DELETE', `/patient/${id}`, staff);
    expect((await call('GET', `/static/?entity_id=${id}`, staff)).status).toBe(404);
    expect(await ok('GET', '/patient/?search=jurgen', staff)).toEqual([]);
    expect((await ok('GET', '/invoice/?search=jurgen', staff)).total).toBeGreaterThan(0);
  });

  it('nothing of this makes a contradiction', async () => {
    await deriveTerms();
    await expectNoContradictions();
  });
});
