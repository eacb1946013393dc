import { beforeAll, describe, expect, it } from 'vitest';
import { operationsOf } from '../../openapi/operations';
import { app } from '../../src/app';
import { disclosureOf } from '../../src/http/disclosure';
import { accessOf, patientsIn } from '../support/access';
import { type CallOptions, call, type Result } from '../support/client';
import { newFixtures } from '../support/fixtures';
import type { Fixtures } from '../support/operations/record';
import { CASES, requestOf, takes } from '../support/requests';
import { rows } from '../support/rows';

let fixtures: Fixtures;
beforeAll(async () => {
  fixtures = await newFixtures();
});

/** The patient of each record that is about one, by the record's id. */
async function patientsById(): Promise<Map<string, string>> {
  const of =
    'SELECT id, id AS patient FROM patient UNION ALL SELECT id, patient_id FROM appointment UNION ALL SELECT id, patient_id FROM invoice';
  const found = await rows<{ id: string; patient: string }>(
    `WITH of AS (${of}) SELECT * FROM of UNION ALL SELECT f.id, of.patient FROM file f JOIN of ON of.id = f.entity_id
      UNION ALL SELECT p.id, of.patient FROM payment p JOIN of ON of.id = p.invoice_id`,
  );
  return new Map(found.map(({ id, patient }) => [id, patient]));
}

/** Every text in a body but the id of a patient's mother, which says nothing of her record. */
const textsIn = (node: unknown): string[] => {
  if (typeof node === 'string') return [node];
  const { mother_id: _, ...fields } = Object(node);
  return Object.values(fields).flatMap(textsIn);
};

/** Every cell of a table. */
const cellsIn = ({ headers, bytes }: Result): string[] =>
  headers.get('content-type')?.startsWith('text/csv') ? new TextDecoder().decode(bytes).split(/[,;]|\r\n/) : [];

/** The patients whom an answer names as possible duplicates. */
const linkedBy = ({ headers }: Result): string[] =>
  [...(headers.get('link') ?? '').matchAll(/([^/<>]+)>; rel="duplicate"/g)].map(([, id = '']) => id);

/**
 * What an answer shows, and what the access log has of it: the same, but for the record that the request has written.
 * @param whole the answer with a body, to which this one has none
 */
async function expectRecorded(what: string, path: string, answer: Result, whole = answer): Promise<boolean> {
  expect(answer.status, `${what}: ${JSON.stringify(answer.body)}`).toBeLessThan(400);
  const records = accessOf(answer);
  const linked = linkedBy(answer);
  if (answer.cost.rows_written > 0) {
    // Other visits of the patient at the same time.
    const ofPatient = answer.headers.get('link')?.includes('rel="conflict"') ? [answer.body.patient_id] : [];
    const named = linked.length > 0 ? linked : ofPatient;
    expect(records.flatMap(patientsIn).sort(), what).toEqual(named.sort());
    return false;
  }
  const patients = await patientsById();
  const of = (ids: readonly string[]) => new Set(ids.flatMap((id) => patients.get(id) ?? []));
  const shown = of([...path.split(/[/.?=&]/), ...textsIn(whole.body), ...cellsIn(whole), ...linked]);
  const recorded = of(records.flatMap((record) => [...patientsIn(record), record.owner_id ?? '']));
  expect([...recorded].sort(), `${what}: whose records were shown`).toEqual([...shown].sort());
  return shown.size > 0;
}

/** Requests that succeed another way than the one before, whose answer it is. */
function* otherWays(
  method: string,
  { status, headers }: Result,
): Generator<[way: string, method: string, CallOptions]> {
  if (method !== 'GET') return;
  yield ['HEAD', 'HEAD', {}];
  const etag = headers.get('etag');
  if (etag) yield ['304', 'GET', { headers: { 'if-none-match': etag } }];
  if (status === 200 && headers.has('accept-ranges')) yield ['206', 'GET', { headers: { range: 'bytes=0-3' } }];
}

const takesKey = (name: string) => takes(name, 'idempotency-key');

// What the trail and the log show are rows about records, not the records: only that they were read is on record. Events
// are neither on record: they have ids and names of fields, and whoever wants the record reads it.
const cases = CASES.filter(([, { name }]) => !name.includes(' /audit/') && !name.includes(' /events/'));

/** Lists whose 304 shows only that nothing has changed: their tags are secret. */
const POLLED = ['GET /calendar/appointments/'];

/** The ways to call an operation by which a patient was shown and nothing written. */
const looks = new Set<string>();

describe('What an answer shows of patients is in the access log', () => {
  it.each(cases)('by %s', async (what, one) => {
    const { name, method, template } = one;
    const { path, ...sent } = await requestOf(one, fixtures);
    const options = template.startsWith('/static') ? { ...sent, as: 'staff' as const } : sent;
    const look = async (way: string, by: string, more: CallOptions, whole?: Result) => {
      const headers = { ...options.headers, ...more.headers };
      const answer = await call(by, path, { ...options, headers });
      if (answer.status === 304 && POLLED.includes(name)) {
        expect(accessOf(answer), what).toEqual([]);
        return answer;
      }
      if (await expectRecorded(`${what}, ${way}`, path, answer, whole)) looks.add(`${name} ${way}`);
      return answer;
    };
    const key = takesKey(name) ? { headers: { 'idempotency-key': crypto.randomUUID() } } : {};
    const first = await look('once', method, key);
    for (const [way, by, more] of otherWays(method, first)) await look(way, by, more, first);
    if (key.headers) expect((await look('again', method, key)).status, what).toBe(first.status);
  });

  it('by every way to see one without writing', () => {
    const ways = operationsOf(app.routes)
      .filter(({ path, spec }) => disclosureOf(spec) && !path.startsWith('/audit/'))
      .flatMap(({ method, path, spec }) => {
        const [name, statuses] = [`${method.toUpperCase()} ${path}`, Object.keys(spec.answers)];
        const others = ['206', ...(POLLED.includes(name) ? [] : ['304'])];
        const reads = ['once', 'HEAD', ...others.filter((status) => statuses.includes(status))];
        return (method === 'get' ? reads : takesKey(name) ? ['again'] : []).map((way) => `${name} ${way}`);
      });
    // Those of what is there already.
    const unchanged = ['PUT /invoice/{id} once', 'PUT /calendar/appointments/{id}/note once'];
    expect([...looks].sort()).toEqual([...ways, ...unchanged].sort());
  });
});
