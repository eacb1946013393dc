import { describe, expect, it } from 'vitest';
import { ROLES } from '../../src/auth/permissions';
import { EXPORTED } from '../../src/fhir/export/exported';
import { readKickOff } from '../../src/fhir/export/kick-off';
import { accessSent, call, exportsSent } from '../support/client';
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
import { validate } from '../support/fhir/validate';
import { rows } from '../support/rows';

describe('A kick-off', () => {
  it.each([
    ['?_type=Patient,Slot', {}],
    ['?_type=Nothing', {}],
    ['?_since=2024-05-01', {}],
    ['?_since=2024-05-01T10:00:00', {}],
    ['?_since=2024-13-01T10:00:00Z', {}],
    ['?_outputFormat=text/csv', {}],
    ['?_type=Slot,Nothing', LENIENT],
    ['?_since=2024-05-01', LENIENT],
    ['?_since=2024-05-01T10:00:00Z&_since=2024-05-02T10:00:00Z', {}],
    [`?_type=Patient,${Array.from({ length: 201 }, (_, n) => `T${n}`)}`, LENIENT],
    ['', { prefer: 'return=minimal' }],
  ])('%s with %j is refused', async (query, headers) => {
    const { status, body } = await kickOff(query, { headers });
    expect([status, body.resourceType]).toEqual([400, 'OperationOutcome']);
  });

  it.each([
    '_typeFilter=Patient%3Fname=x',
    '_elements=id',
    'patient=Patient/1',
    'includeAssociatedData=LatestProvenanceResources',
    '_until=2026-01-01T00:00:00Z',
    'organizeOutputBy=Patient',
    'allowPartialManifests=true',
    '_typefilter',
  ])('with %s is refused, by its name', async (sent) => {
    const [name = ''] = sent.split('=');
    for (const prefer of ['respond-async', 'respond-async, handling=strict']) {
      const { status, body } = await kickOff(`?${sent}`, { headers: { prefer } });
      expect([status, body.issue]).toEqual([
        400,
        [
          {
            ...{ severity: 'error', code: 'not-supported', expression: [`http.${name}`] },
            diagnostics: `${name}: is not a parameter of $export here`,
          },
        ],
      ]);
    }
    const parameters = await byParameters('', [{ name, valueReference: { reference: 'Patient/1' } }]);
    expect([parameters.status, parameters.body.issue[0].expression]).toEqual([400, [`http.${name}`]]);
  });

  it('takes each name of the format', async () => {
    for (const query of ['application/fhir%2Bndjson', 'application/fhir+ndjson', 'application/ndjson', 'ndjson']) {
      const as = await newAdmin();
      await begun(`?_outputFormat=${query}&_type=Practitioner`, as);
    }
    await finishExports();
  });

  it('by POST is read in the address and in the body, which may be left out', async () => {
    const type = (value: string) => ({ name: '_type', valueString: value });
    const since = (valueInstant: string) => ({ name: '_since', valueInstant });
    const noon = '2024-05-01T12:00:00Z';
    for (const [query, parameter, types, request] of [
      ['?_type=Practitioner', [], ['Practitioner'], '?_type=Practitioner'],
      ['?_type=Practitioner', undefined, ['Practitioner'], '?_type=Practitioner'],
      ['', [type('Practitioner')], ['Practitioner'], '?_type=Practitioner'],
      ['?_type=Practitioner', [type('Practitioner')], ['Practitioner'], '?_type=Practitioner'],
      [
        '?_type=Practitioner,Organization&_outputFormat=ndjson',
        [type('Organization'), type('Practitioner')],
        ['Practitioner', 'Organization'],
        '?_type=Practitioner%2COrganization&_outputFormat=ndjson&_type=Organization&_type=Practitioner',
      ],
      [
        `?_since=${noon}`,
        [type('Organization'), since('2024-05-01T14:00:00+02:00')],
        ['Organization', 'deleted Organization'],
        '?_since=2024-05-01T12%3A00%3A00Z&_type=Organization&_since=2024-05-01T14%3A00%3A00%2B02%3A00',
      ],
    ] as const) {
      const as = await newAdmin();
      const { status, headers } = await byParameters(query, parameter, as);
      expect(status).toBe(202);
      const path = pathOf(headers.get('content-location') ?? '');
      const [job] = await rows<{ types: string }>('SELECT types FROM export_job WHERE id = ?', jobIn(path));
      expect(JSON.parse(job?.types ?? '')).toEqual(types);
      await finishExports();
      expect((await manifest(path, as)).request).toBe(`http://localhost/fhir/r4/$export${request}`);
    }
    for (const [query, parameter, name] of [
      ['?_type=Practitioner', [type('Organization')], '_type'],
      ['?_type=Practitioner,Organization', [type('Organization')], '_type'],
      ['?_type=Organization', [type('Organization'), type('Practitioner')], '_type'],
      [`?_since=${noon}`, [since('2024-05-01T12:00:00+02:00')], '_since'],
      ['', [{ name: '_since', valueDateTime: noon }], '_since'],
      ['?_type=Practitioner', [{ name: '_type' }], '_type'],
    ] as const) {
      const { status, body } = await byParameters(query, parameter);
      expect([status, body.issue[0].expression]).toEqual([400, [`http.${name}`]]);
    }
    expect(exportsSent).toEqual([]);
  });

  it('is for admins, one at a time of an account', async () => {
    for (const role of ROLES.filter((one) => one !== 'admin'))
      expect((await kickOff('', { as: role })).status).toBe(403);
    expect((await kickOff('', { as: null })).status).toBe(401);
    const as = await newAdmin();
    const path = await begun('?_type=Practitioner', as);
    const { status, headers, body } = await kickOff('', { as });
    expect([status, headers.get('retry-after'), body.issue[0].code]).toEqual([429, '60', 'throttled']);
    await finishExports();
    expect((await call('GET', path, { as })).status).toBe(200);
    await begun('?_type=Practitioner', as);
    await finishExports();
  });

  it('is refused by another method, and to an account that is no longer active', async () => {
    const put = await call('PUT', '/fhir/r4/$export', { as: 'admin' });
    expect([put.status, put.headers.get('allow')]).toEqual([405, 'GET, POST']);
    expect((await call('HEAD', '/fhir/r4/$export', { as: 'admin', headers: { prefer: 'respond-async' } })).status).toBe(
      405,
    );
    const as = await newAdmin();
    await rows('UPDATE user SET disabled_at = 1 WHERE id = ?', as.id);
    expect((await kickOff('', { as })).status).toBe(401);
    expect(exportsSent).toEqual([]);
  });
});

describe('Types that an account may not read', () => {
  const stepsOf = async (path: string) => {
    const [job] = await rows<{ types: string }>('SELECT types FROM export_job WHERE id = ?', jobIn(path));
    return JSON.parse(job?.types ?? '');
  };

  it('are no part of its export: notes are doctors’ alone', async () => {
    const as = await newAdmin();
    expect(await stepsOf(await begun('', as))).toEqual(EXPORTED.filter((type) => type !== 'Composition'));
    exportsSent.length = 0;
  });

  it('are refused by name, or left out and named where the client is lenient', async () => {
    const as = await newAdmin();
    const diagnostics = '_type: not exported to this account: Composition';
    const { status, body } = await kickOff('?_type=Practitioner,Composition', { as });
    expect([status, body.issue[0]]).toMatchObject([400, { code: 'not-supported', diagnostics }]);
    expect((await kickOff('?_type=Composition', { as, headers: LENIENT })).status).toBe(400);
    const path = await begun('?_type=Organization,Composition', as, { headers: LENIENT });
    expect(await stepsOf(path)).toEqual(['OperationOutcome', 'Organization']);
    await finishExports();
    const outcomes = (await linesOf((await manifest(path, as)).error, as)).OperationOutcome ?? [];
    expect(outcomes.map((line) => JSON.parse(line).issue[0].diagnostics)).toEqual([`Left out: ${diagnostics}`]);
  });

  it('are part of the export of an account that may', () => {
    const of = (query: [string, string][], seen: readonly string[]) =>
      readKickOff(query, [], { seen, granted: seen }, false).steps;
    expect(of([], EXPORTED)).toEqual(EXPORTED);
    expect(of([['_type', 'Composition']], EXPORTED)).toEqual(['Composition']);
    expect(() => of([['_type', 'Composition']], ['Patient'])).toThrow('not exported to this account');
  });

  it('are not downloaded, whatever the account might when it asked for them', async () => {
    const as = await newAdmin();
    const path = await begun('?_type=Organization', as);
    await finishExports();
    const file = { name: '0.Composition.ndjson', type: 'Composition', count: 1 };
    await rows('UPDATE export_job SET files = json_array(json(?)) WHERE id = ?', JSON.stringify(file), jobIn(path));
    const { output } = await manifest(path, as);
    const { status, body } = await call('GET', pathOf(output[0].url), { as });
    expect([status, body.issue[0].code]).toEqual([403, 'forbidden']);
  });
});

describe('What an export cannot do', () => {
  it('is left out where the client is lenient, and named in files of errors', async () => {
    await make.doctor();
    const as = await newAdmin();
    const query =
      '?_type=Practitioner,Slot,Encounter&_typeFilter=Practitioner%3Fname%3Dx&_elements=id&_elements=name&%07x%00=1';
    const path = await begun(query, as, { headers: LENIENT });
    await finishExports();
    const since = accessSent.length;
    const { output, error, deleted, request } = await manifest(path, as);
    expect(output).toMatchObject([{ type: 'Practitioner', count: 1 }]);
    expect(error).toMatchObject([{ type: 'OperationOutcome', count: 5 }]);
    expect([deleted, request.endsWith(query.replaceAll(',', '%2C'))]).toEqual([undefined, true]);
    const outcomes = ((await linesOf(error, as)).OperationOutcome ?? []).map((line) => JSON.parse(line));
    outcomes.forEach(validate);
    expect(outcomes.map(({ issue }) => issue)).toEqual(
      [
        '_type: not exported: Slot',
        '_type: not exported: Encounter',
        '_typeFilter: is not a parameter of $export here',
        '_elements: is not a parameter of $export here',
        'x: is not a parameter of $export here',
      ].map((what) => [{ severity: 'warning', code: 'not-supported', diagnostics: `Left out: ${what}` }]),
    );
    expect(accessSent.slice(since)).toEqual([]);
  });
});
