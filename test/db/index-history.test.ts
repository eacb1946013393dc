import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Body, ok } from '../support/client';
import { make } from '../support/factories';
import { ask, expectIndexed } from '../support/full-text';
import { staleIndexes } from '../support/invariants';
import { unchanged } from '../support/invoices';
import { rows } from '../support/rows';
import { isFull } from '../support/volume';

// Whatever happens to records, and in whatever order, a search finds those that are live by what they have now.

const NAMES = ['Alba', 'Bruna', 'Cosima', 'Albana', 'Dorothea', 'Müller', 'Nguyễn', '王小明'];
const ITEMS = ['Plaster', 'Xray', 'Consult', 'Plasterer'];
const TAGS = ['ward', 'a"b', 'c,d'];

interface Patient {
  id: string;
  number: string;
  name: string;
  live: boolean;
}
interface Invoice extends Omit<Patient, 'name'> {
  patient: Patient;
  item: string;
  tag: string;
}

const ids = (found: readonly { id: string }[]) => found.map(({ id }) => id).sort();
const begins = (name: string, word: string) => name.toLowerCase().startsWith(word.toLowerCase());

/** The records, and what may happen to them. The service is asked for each change, SQL alone restores. */
class World {
  readonly patients: Patient[] = [];
  readonly invoices: Invoice[] = [];
  /** how often a patient was deleted */
  removed = 0;

  async create(name: string): Promise<void> {
    const { id, reg_number: number } = await make.patient({
      first_name: name,
      middle_name: null,
      last_name: 'History',
    });
    this.patients.push({ id, number, name, live: true });
  }

  async bill(patient: Patient, item: string, tag: string): Promise<void> {
    if (!patient.live) return;
    const items = [{ name: item, unit_price: 1 }];
    const { id, reg_number: number } = await make.invoice({ patient_id: patient.id, items, tags: [tag] });
    this.invoices.push({ id, number, patient, item, tag, live: true });
  }

  async rename(patient: Patient, name: string): Promise<void> {
    if (!patient.live) return;
    await ok('PATCH', `/patient/${patient.id}`, { json: { first_name: name } });
    patient.name = name;
  }

  async change(invoice: Invoice, patient: Patient, item: string, tag: string): Promise<void> {
    if (!invoice.live || !patient.live) return;
    const stored = await ok('GET', `/invoice/${invoice.id}`);
    const changes = { patient_id: patient.id, items: [{ name: item, unit_price: 1 }], tags: [tag] };
    await ok('PUT', `/invoice/${invoice.id}`, { json: { ...unchanged(stored), ...changes } });
    Object.assign(invoice, { patient, item, tag });
  }

  async remove(patient: Patient): Promise<void> {
    if (!patient.live) return;
    await ok('DELETE', `/patient/${patient.id}`);
    patient.live = false;
    this.removed++;
  }

  /** No operation deletes an invoice, or restores a record. */
  async setLive(table: 'patient' | 'invoice', record: Patient | Invoice, live: boolean): Promise<void> {
    await rows(`UPDATE ${table} SET deleted_at = ? WHERE id = ?`, live ? null : 1, record.id);
    record.live = live;
  }

  /** What each search must find now, and no other. */
  async check(): Promise<void> {
    const search = async (list: string, query: Record<string, string>) => {
      const body: Body = await ok('GET', `/${list}/?limit=1000&${new URLSearchParams(query)}`);
      // The total of a tag is that of its counter, which a restore does not raise.
      if (body.data && query.search) expect(body.total, JSON.stringify(query)).toBe(body.data.length);
      return ids(body.data ?? body);
    };
    const patients = this.patients.filter(({ live }) => live);
    const invoices = this.invoices.filter(({ live }) => live);
    for (const name of NAMES) {
      const found = patients.filter((one) => begins(one.name, name));
      expect(await search('patient', { search: `${name} history` }), `patients ${name}`).toEqual(ids(found));
      const billed = invoices.filter(({ patient }) => begins(patient.name, name));
      expect(await search('invoice', { search: `${name} history` }), `invoices of ${name}`).toEqual(ids(billed));
    }
    for (const item of ITEMS) {
      const found = invoices.filter((one) => begins(one.item, item));
      expect(await search('invoice', { search: item }), item).toEqual(ids(found));
    }
    for (const tag of TAGS) {
      const found = invoices.filter((one) => one.tag === tag);
      expect(await search('invoice', { tags: tag }), tag).toEqual(ids(found));
      expect(await search('invoice', { tags: tag, search: 'history', order_by: '-total_amount' })).toEqual(ids(found));
    }
    for (const { id, number, live } of this.patients.slice(-3)) {
      expect(await search('patient', { search: number }), number).toEqual(live ? [id] : []);
      const billed = ids(invoices.filter(({ patient }) => patient.id === id));
      expect(await search('invoice', { search: number }), number).toEqual(billed);
      expect(await search('invoice', { search: 'history', patient_id: id })).toEqual(billed);
    }
    for (const { id, number, live } of this.invoices.slice(-3)) {
      expect(await search('invoice', { search: number }), number).toEqual(live ? [id] : []);
    }
    await expectIndexed();
  }
}

const event = fc.record({
  kind: fc.constantFrom(
    ...(['create', 'bill', 'bill', 'rename', 'rename', 'change', 'remove', 'removeInvoice', 'restore'] as const),
  ),
  /** which of the records that are there */
  at: fc.nat(),
  other: fc.nat(),
  name: fc.constantFrom(...NAMES),
  item: fc.constantFrom(...ITEMS),
  tag: fc.constantFrom(...TAGS),
});

type Event = typeof event extends fc.Arbitrary<infer E> ? E : never;

async function happen(world: World, { kind, at, other, name, item, tag }: Event) {
  const one = <T>(from: readonly T[], n: number) => from[n % Math.max(1, from.length)];
  const [patient, invoice, another] = [one(world.patients, at), one(world.invoices, at), one(world.patients, other)];
  if (kind === 'create' || !patient || !another) return world.create(name);
  if (kind === 'bill') return world.bill(patient, item, tag);
  if (kind === 'rename') return world.rename(patient, name);
  if (kind === 'remove') return world.remove(patient);
  if (kind === 'change') return invoice && world.change(invoice, another, item, tag);
  if (kind === 'removeInvoice') return invoice && world.setLive('invoice', invoice, false);
  await world.setLive('patient', patient, true);
  return invoice && world.setLive('invoice', invoice, true);
}

describe('After any history of creates, changes, deletes and restores', () => {
  it('a search finds exactly what is live, and the index has nothing else', async () => {
    const world = new World();
    await fc.assert(
      fc.asyncProperty(fc.array(event, { minLength: 1, maxLength: 12 }), async (events) => {
        for (const one of events) await happen(world, one);
        await world.check();
      }),
      // What failed is the end of all that came before it: nothing smaller can be looked for.
      { numRuns: isFull ? 25 : 12, endOnFailure: true },
    );
    expect(world.invoices.length).toBeGreaterThan(0);
    expect(world.removed).toBeGreaterThan(0);
  });
});

describe("A patient's new name", () => {
  const total = async (search: string) => (await ok('GET', `/invoice/?search=${search}&limit=0`)).total;

  it('finds all of its invoices in the moment of the answer, and the old one none', async () => {
    const world = new World();
    await world.create('Renata');
    const [patient] = world.patients as [Patient];
    for (let i = 0; i < 40; i++) await world.bill(patient, 'Visit', 'ward');
    expect([await total('renata'), await total('renatus')]).toEqual([40, 0]);
    await world.rename(patient, 'Renatus');
    expect([await total('renata'), await total('renatus')]).toEqual([0, 40]);
    await ok('PATCH', `/patient/${patient.id}`, { json: { phone_number: '070 111 22 33' } });
    expect(await total('renatus')).toBe(40);
    await world.remove(patient);
    expect(await ok('GET', '/patient/?search=renatus')).toEqual([]);
    expect(await total('renatus'), 'what is owed is still found').toBe(40);
    await expectIndexed();
  });

  it('is one of several that are given at once', async () => {
    const world = new World();
    await world.create('Simone');
    const [patient] = world.patients as [Patient];
    await world.bill(patient, 'Visit', 'ward');
    // None sounds like another.
    const names = ['Bertold', 'Ruprecht', 'Violeta', 'Quentin', 'Dagmar', 'Franziska'];
    await Promise.all(names.map((first_name) => ok('PATCH', `/patient/${patient.id}`, { json: { first_name } })));
    const { first_name } = await ok('GET', `/patient/${patient.id}`);
    for (const name of names) {
      const n = name === first_name ? 1 : 0;
      expect([await total(name), (await ok('GET', `/patient/?search=${name}`)).length], name).toEqual([n, n]);
    }
    await expectIndexed();
  });
});

it('An index that lacks the words of a row is told, and mended by a rebuild', async () => {
  await rows(`INSERT INTO patient_search (patient_search, rowid, words)
    SELECT 'delete', seq, words FROM patient_words LIMIT 1`);
  expect(await staleIndexes(ask)).toEqual([expect.stringMatching(/^patient_search: /)]);
  await rows("INSERT INTO patient_search (patient_search) VALUES ('rebuild')");
  await expectIndexed();
});
