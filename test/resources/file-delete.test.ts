import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import { call, ok } from '../support/client';
import { make } from '../support/factories';
import { keyOf, leavesNothing, makePng, PNG, readFile, storedKeys, uploadRaw } from '../support/files';
import { row, trail } from '../support/rows';
import { actorOf } from '../support/users';

const { id: patient } = await make.patient();

describe('DELETE /static/delete_file/{file_id}', () => {
  it('answers with a string and deletes the file, once; its bytes are left to the hourly job', async () => {
    const file = await makePng(patient);
    const key = keyOf(file);
    const { status, body } = await call('DELETE', `/static/delete_file/${file.id}`);
    expect(status).toBe(200);
    expect(body).toBe('File deleted successfully');
    expect((await readFile(file)).status).toBe(404);
    expect((await readFile(file, {}, 'HEAD')).status).toBe(404);
    expect(await env.FILES.head(key)).not.toBeNull();
    expect((await call('DELETE', `/static/delete_file/${file.id}`)).status).toBe(404);
    expect(await trail(file.id)).toEqual(['create 1', 'delete 2 deleted_at']);
  });
});

const lastAudit = (id: string) => row('SELECT * FROM audit WHERE entity_id = ? ORDER BY seq DESC', id);

describe('The files of a record', () => {
  it.each([
    ['patient', () => make.patient()],
    ['doctor', () => make.doctor()],
  ])('are in every answer about a %s, until they or the record are deleted', async (entity, maker) => {
    const { id, reg_number } = await maker();
    const first = (await uploadRaw(PNG, { entity_id: id, filename: 'a.png' })).body;
    const second = (await uploadRaw(PNG, { entity_id: id, filename: 'b.png', type: 'photo' })).body;
    const filesBy = async (path: string) => (await ok('GET', path)).files;
    for (const path of [`/${entity}/${id}`, `/${entity}/reg_number/${reg_number}`, `/${entity}/${id}?view=full`]) {
      expect(await filesBy(path)).toEqual([first, second]);
    }
    await ok('DELETE', `/static/delete_file/${first.id}`);
    expect(await filesBy(`/${entity}/${id}`)).toEqual([second]);
    await ok('DELETE', `/${entity}/${id}`);
    expect((await readFile(second)).status).toBe(404);
    expect((await call('DELETE', `/static/delete_file/${second.id}`)).status).toBe(404);
    expect([await trail(first.id), await trail(second.id)]).toEqual([
      ['create 1', 'delete 2 deleted_at'],
      ['create 1', 'delete 2 deleted_at'],
    ]);
    const [ofFile, ofRecord] = await Promise.all([second.id, id].map(lastAudit));
    expect(ofFile).toMatchObject({ action: 'delete', entity: 'file', actor: actorOf('staff').id });
    expect(ofRecord).toMatchObject({ action: 'delete', entity, at: ofFile?.at, request_id: ofFile?.request_id });
    expect(await storedKeys()).toContain(keyOf(second));
  });

  it('stay, and are not in the audit trail, if its delete is refused or repeated', async () => {
    const [{ id }, { id: other }] = [await make.patient(), await make.patient()];
    const [file, ofOther] = [await makePng(id), await makePng(other)];
    expect((await call('DELETE', `/patient/${id}`, { headers: { 'if-match': '"9"' } })).status).toBe(412);
    expect([await trail(file.id), (await readFile(file)).status]).toEqual([['create 1'], 200]);
    await ok('DELETE', `/patient/${id}`);
    expect((await call('DELETE', `/patient/${id}`)).status).toBe(404);
    expect([await trail(file.id), await trail(ofOther.id)]).toEqual([
      ['create 1', 'delete 2 deleted_at'],
      ['create 1'],
    ]);
  });
});

describe('The files of appointments and invoices', () => {
  const owners = async () => {
    const { id: patient_id } = await make.patient();
    const appointment = await make.appointment({ patient_id });
    const invoice = await make.invoice({ patient_id });
    return { patient_id, ids: [appointment.id, invoice.id] as string[] };
  };

  it('are out of reach with their patient: read, deleted, replaced or added to', async () => {
    const { patient_id, ids } = await owners();
    const kept = await owners();
    const files = await Promise.all(ids.map((id) => makePng(id)));
    const others = await Promise.all(kept.ids.map((id) => makePng(id)));
    for (const file of files) expect((await readFile(file)).status).toBe(200);
    await ok('DELETE', `/patient/${patient_id}`);
    for (const file of files) {
      expect((await readFile(file)).status).toBe(404);
      expect((await readFile(file, {}, 'HEAD')).status).toBe(404);
      expect((await call('DELETE', `/static/delete_file/${file.id}`)).status).toBe(404);
      expect(await storedKeys()).toContain(keyOf(file));
    }
    for (const entity_id of ids) {
      const { status } = await leavesNothing(() => uploadRaw(PNG, { entity_id, filename: 'a.png' }));
      expect(status).toBe(404);
    }
    for (const file of others) {
      expect((await readFile(file)).status).toBe(200);
      expect((await call('DELETE', `/static/delete_file/${file.id}`)).status).toBe(200);
    }
  });

  it('are read in one trip, at the price of two more rows', async () => {
    const { patient_id, ids } = await owners();
    const { cost } = await readFile(await makePng(patient_id));
    for (const id of ids) {
      const read = await readFile(await makePng(id));
      expect(read.cost).toEqual({ ...cost, rows_read: cost.rows_read + 2 });
    }
  });
});
