// An export by a program, and by a login that is narrowed: what of it their scope has.
import { describe, expect, it } from 'vitest';
import type { Actor } from '../../src/context';
import { EXPORTED } from '../../src/fhir/export/exported';
import { accessOf } from '../support/access';
import { call, exportsSent } from '../support/client';
import { finishExports } from '../support/deliver';
import { make } from '../support/factories';
import {
  begun,
  byParameters,
  jobIn,
  kickOff,
  LENIENT,
  linesOf,
  manifest,
  newAdmin,
  pathOf,
} from '../support/fhir/exports';
import { newVisit } from '../support/notes';
import { newProgram } from '../support/programs';
import { rows } from '../support/rows';
import { actorOf } from '../support/users';

/** What the export that it begins has; the queue forgets it. */
async function stepsOf(query: string, as: Actor) {
  const path = await begun(query, as);
  exportsSent.length = 0;
  const [job] = await rows<{ types: string }>('DELETE FROM export_job WHERE id = ? RETURNING types', jobIn(path));
  return JSON.parse(job?.types ?? '');
}

const refusal = (detail: string) => [403, 'forbidden', `The scope of the token does not cover it without ${detail}`];
const told = ({ status, body }: Awaited<ReturnType<typeof kickOff>>) => {
  expect(body.resourceType).toBe('OperationOutcome');
  return [status, body.issue[0].code, body.issue[0].diagnostics];
};

describe('An export of a program', () => {
  it.each([
    ['system/*.rs', EXPORTED],
    ['system/*.read', EXPORTED],
    ['system/*.cruds', EXPORTED],
    ['system/Patient.rs system/Invoice.read system/Condition.r system/Slot.rs', ['Patient', 'Invoice']],
    ['system/*.r system/Composition.s', ['Composition']],
  ])('by %s has the types that it may read and search', async (scope, types) => {
    const as = await newProgram(scope);
    expect(await stepsOf('', as)).toEqual(types);
    const [type = ''] = types;
    expect(await stepsOf(`?_type=${type}`, as)).toEqual([type]);
  });

  it('of a type outside of its scope is refused, also where its client is lenient, and on record', async () => {
    const as = await newProgram('system/Patient.rs system/Invoice.r');
    const refused = await kickOff('?_type=Patient,Invoice,Condition', { as });
    expect(told(refused)).toEqual(refusal('system/Condition.rs system/Invoice.rs'));
    const { id: actor, scope } = as;
    const detail = expect.stringContaining(JSON.stringify({ scope }).slice(1));
    expect(accessOf(refused)).toMatchObject([{ action: 'refused', actor, role: 'client', detail }]);
    expect(told(await kickOff('?_type=Patient,Invoice', { as, headers: LENIENT }))).toEqual(
      refusal('system/Invoice.rs'),
    );
    const inBody = await byParameters('', [{ name: '_type', valueString: 'Invoice' }], as);
    expect(told(inBody)).toEqual(refusal('system/Invoice.rs'));
    expect(exportsSent).toEqual([]);
  });

  it.each(['system/Patient.cru', 'system/Patient.cuds', 'system/Slot.rs', 'system/AuditEvent.rs', 'user/*.cruds'])(
    'by %s, which has nothing that is exported, is refused',
    async (scope) => {
      const { status, body } = await kickOff('', { as: { ...(await newProgram('system/*.rs')), scope } });
      expect([status, body.issue[0].code]).toEqual([403, 'forbidden']);
    },
  );

  it('has notes that are signed, and no trail', async () => {
    const [draft, signed] = [await newVisit(), await newVisit()];
    await draft.put();
    await signed.put();
    await signed.sign();
    const as = await newProgram('system/*.rs');
    expect((await kickOff('?_type=AuditEvent', { as })).status).toBe(400);
    const path = await begun('?_type=Composition', as);
    await finishExports();
    const { Composition } = await linesOf((await manifest(path, as)).output, as);
    expect(Composition?.map((line) => JSON.parse(line).event[0].detail[0].reference)).toEqual([
      `Appointment/${signed.id}`,
    ]);
  });
});

describe('What a program has exported', () => {
  const files = async (as: Actor) => {
    await make.invoice();
    const path = await begun('?_type=Patient,Invoice', as);
    await finishExports();
    const { output } = await manifest(path, as);
    return { path, paths: output.map(({ url }: { url: string }) => pathOf(url)) as string[] };
  };
  const statuses = (paths: string[], as: Actor) =>
    Promise.all(paths.map(async (path) => (await call('GET', path, { as })).status));

  it('is its own alone', async () => {
    const as = await newProgram('system/*.rs');
    const { path, paths } = await files(as);
    for (const other of [await newProgram('system/*.rs'), await newAdmin()])
      expect(await statuses([path, ...paths], other)).toEqual([404, 404, 404]);
    expect((await call('DELETE', path, { as: await newProgram('system/*.cruds') })).status).toBe(404);
    expect(await statuses([path, ...paths], as)).toEqual([200, 200, 200]);
  });

  it('is given out by the token that asks for it', async () => {
    const as = await newProgram('system/*.rs');
    const { path, paths } = await files(as);
    expect(await statuses([path, ...paths], { ...as, scope: 'system/Invoice.rs' })).toEqual([200, 403, 200]);
    expect(await statuses([path, ...paths], { ...as, scope: 'system/Slot.rs system/Invoice.r' })).toEqual([
      200, 403, 403,
    ]);
    expect(await statuses([path, ...paths], { ...as, scope: 'system/Invoice.cud' })).toEqual([403, 403, 403]);
  });

  it.each([
    ['is deleted', 'UPDATE user SET deleted_at = 1 WHERE id = ?'],
    ['has another scope', "UPDATE client SET scope = 'system/Invoice.rs' WHERE id = ?"],
    ['has ended', 'UPDATE login_session SET expires_at = 1 WHERE user_id = ?'],
  ])('is out of reach once it %s', async (_, sql) => {
    const as = await newProgram('system/*.rs');
    const { path, paths } = await files(as);
    await rows(sql, as.id);
    expect(await statuses([path, ...paths], as)).toEqual([401, 401, 401]);
    expect((await kickOff('', { as })).status).toBe(401);
  });
});

describe('An export of a narrowed login', () => {
  const narrowed = async (scope: string) => ({ ...(await newAdmin()), scope });

  it('has what role and scope have', async () => {
    expect(await stepsOf('', await narrowed('user/*.rs'))).toEqual(EXPORTED.filter((type) => type !== 'Composition'));
    const as = await narrowed('user/Organization.rs user/Composition.rs');
    expect(await stepsOf('', as)).toEqual(['Organization']);
    expect(told(await kickOff('?_type=Patient', { as }))).toEqual(refusal('user/Patient.rs'));
    // As to every admin.
    expect(told(await kickOff('?_type=Composition', { as })).slice(0, 2)).toEqual([400, 'not-supported']);
  });

  it('is an admin’s all the same', async () => {
    for (const role of ['staff', 'doctor', 'billing'] as const)
      expect((await kickOff('', { as: { ...actorOf(role), scope: 'user/*.cruds' } })).status).toBe(403);
  });
});
