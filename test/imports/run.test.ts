import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import { accessOf } from '../support/access';
import { call, importsSent, ok, refusal } from '../support/client';
import { deliverImports, finishImports } from '../support/deliver';
import { newAdmin } from '../support/fhir/exports';
import { counts, csvOf, prepared, run } from '../support/imports';
import { rows } from '../support/rows';

const mapping = {
  Nr: 'external_id',
  Vorname: 'first_name',
  Nachname: 'last_name',
  Geschlecht: 'gender',
  Geburtsdatum: 'dob',
  Telefon: 'phone_number',
  Ausweis: 'national_id',
};
const person = (n: number, changes = {}) => ({
  Nr: `old-${n}`,
  Vorname: `Anna${'abcdefghij'[n % 10]}`,
  Nachname: `Muster${'klmnopqrst'[Math.floor(n / 10) % 10]}${'uvwxyzklmn'[n % 10]}`,
  Geschlecht: 'Female',
  Geburtsdatum: `${String(1 + (n % 28)).padStart(2, '0')}.${String(1 + (n % 12)).padStart(2, '0')}.${1930 + (n % 80)}`,
  Telefon: '',
  Ausweis: `ID-${n}-${n * 7919}`,
  ...changes,
});
const people = (count: number, from = 0) => Array.from({ length: count }, (_, n) => person(from + n));
const settings = { mapping, date_order: 'dmy', locale: 'de-DE' };
const patients = async () =>
  (await rows<{ n: number }>('SELECT count(*) AS n FROM patient WHERE deleted_at IS NULL'))[0]?.n ?? 0;

describe('An import of patients', () => {
  it('says in a dry run what the run does, and makes nothing', async () => {
    const as = await newAdmin();
    const before = await patients();
    const file = csvOf([
      ...people(100),
      person(200, { Geburtsdatum: '31.02.1980' }),
      person(201, { Ausweis: person(5).Ausweis }),
      person(3),
      person(202, { Vorname: person(7).Vorname, Nachname: person(7).Nachname, Geburtsdatum: person(7).Geburtsdatum }),
    ]);
    const { id } = await prepared('patient', { as, file, settings });
    const dry = await run(id, as, true);
    expect(dry).toMatchObject({ state: 'checked', dry_run: true, reason: null });
    expect(counts(dry)).toEqual({ rows: 104, created: 100, failed: 2, duplicate: 1, known: 1 });
    expect(await patients()).toBe(before);
    const verdict = await ok('GET', `/imports/${id}/rows`, { as });
    expect(await rows('SELECT * FROM import_claim')).toEqual([]);

    const real = await run(id, as);
    expect(real).toMatchObject({ state: 'done', dry_run: false });
    expect(counts(real)).toEqual(counts(dry));
    expect(await patients()).toBe(before + 100);
    const failed = await ok('GET', `/imports/${id}/rows?result=failed`, { as });
    expect(failed).toEqual(verdict);
    expect(
      failed.map(({ line, column, type }: { line: number; column: string; type: string }) => [line, column, type]),
    ).toEqual([
      [102, 'Geburtsdatum', 'date_parsing'],
      [103, 'Ausweis', 'duplicate'],
    ]);
    const [same] = await ok('GET', `/imports/${id}/rows?result=duplicate`, { as });
    expect(same).toMatchObject({ line: 105, type: 'likely_duplicate', row: { Nr: 'old-202' } });
    const table = await call('GET', `/imports/${id}/rows?format=csv`, { as });
    expect(new TextDecoder().decode(table.bytes).split('\r\n')[0]).toBe(
      'import_line,import_column,import_type,import_msg,Nr,Vorname,Nachname,Geschlecht,Geburtsdatum,Telefon,Ausweis',
    );
    const [{ detail } = { detail: '' }] = await rows<{ detail: string }>(
      `SELECT detail FROM audit WHERE entity_id = '${id}' AND action = 'import'`,
    );
    expect(JSON.parse(detail)).toEqual(counts(real));
  });

  it('makes nothing twice: the same file again is known', async () => {
    const as = await newAdmin();
    const file = csvOf(people(30, 300));
    const first = await prepared('patient', { as, file, settings });
    expect(counts(await run(first.id, as))).toMatchObject({ created: 30 });
    const before = await patients();
    const again = await prepared('patient', { as, file, settings });
    expect(counts(await run(again.id, as, true))).toMatchObject({ rows: 30, created: 0, known: 30 });
    expect(counts(await run(again.id, as))).toMatchObject({ rows: 30, created: 0, known: 30 });
    expect(await patients()).toBe(before);
  });

  it('is one at a time, and one that runs keeps its file and its settings', async () => {
    const as = await newAdmin();
    const one = await prepared('patient', { as, file: csvOf(people(2, 400)), settings });
    const other = await prepared('patient', { as, file: csvOf(people(2, 410)), settings });
    await ok('POST', `/imports/${one.id}/run`, { as, json: {} });
    const refused = await call('POST', `/imports/${other.id}/run`, { as, json: {} });
    expect([refused.status, refused.body]).toEqual([409, refusal('import_running', expect.stringContaining(one.id))]);
    for (const [method, path, options] of [
      ['PATCH', '', { json: { locale: null } }],
      ['PUT', '/file', { body: 'x', headers: { 'content-length': '1' } }],
      ['POST', '/run', { json: {} }],
    ] as const) {
      const { status, body } = await call(method, `/imports/${one.id}${path}`, { as, ...options });
      expect([method, status, body]).toEqual([method, 409, refusal('import_state')]);
    }
    await finishImports();
    expect(counts(await run(other.id, as))).toMatchObject({ created: 2 });
  });

  it('is stopped by DELETE: what it has made stays, with its report, and a dry run can begin anew', async () => {
    const as = await newAdmin();
    const file = csvOf([person(599, { Vorname: '' }), ...people(99, 500)]);
    const { id } = await prepared('patient', { as, file, settings });
    const begun = async (dry_run: boolean) => {
      await ok('POST', `/imports/${id}/run`, { as, json: { dry_run } });
      await deliverImports(importsSent.splice(0, 1));
    };
    const before = await patients();
    await begun(true);
    await ok('DELETE', `/imports/${id}`, { as });
    await finishImports();
    expect(await ok('GET', `/imports/${id}`, { as })).toMatchObject({ state: 'ready', rows: 80, ended_at: null });
    expect(await patients()).toBe(before);

    await begun(false);
    expect((await ok('DELETE', `/imports/${id}`, { as })).message).toBe('Import stopped successfully');
    await finishImports();
    const stopped = await ok('GET', `/imports/${id}`, { as });
    expect(stopped).toMatchObject({ state: 'stopped', rows: 80, created: 79, failed: 1 });
    expect(await patients()).toBe(before + 79);
    expect(await ok('GET', `/imports/${id}/rows?result=failed`, { as })).toHaveLength(1);
    expect((await call('POST', `/imports/${id}/run`, { as, json: {} })).body).toEqual(refusal('import_state'));
    const stops = await rows(`SELECT seq FROM audit WHERE entity_id = '${id}' AND action = 'stop'`);
    expect(stops).toHaveLength(2);

    expect((await ok('DELETE', `/imports/${id}`, { as })).message).toBe('Import deleted successfully');
    expect((await call('GET', `/imports/${id}`, { as })).status).toBe(404);
    expect((await env.FILES.list({ prefix: `import/${id}/` })).objects).toEqual([]);
  });

  it('has whoever looks at its rows in the access log, by the import alone', async () => {
    const as = await newAdmin();
    const { id } = await prepared('patient', { as, file: csvOf([person(600, { Vorname: '' })]), settings });
    await run(id, as);
    for (const [path, count] of [
      ['/preview', 1],
      ['/rows?result=failed', 1],
      ['/rows?result=failed&format=csv', null],
    ] as const) {
      const [record, ...others] = accessOf(await call('GET', `/imports/${id}${path}`, { as }));
      expect(others).toEqual([]);
      expect(record).toMatchObject({ action: 'list', entity: 'import_job', entity_id: id, patient_id: null, count });
    }
  });
});
