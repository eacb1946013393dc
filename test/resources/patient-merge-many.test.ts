import { describe, expect, it } from 'vitest';
import { ok } from '../support/client';
import { merge, pairOf, unmerge } from '../support/merges';
import { multiply, UUID } from '../support/multiply';

const VISITS = 2_500;
const BILLS = 2_000;
const FILES = 500;
const MOVED = VISITS + BILLS + FILES;

describe(`A record with ${MOVED} others`, () => {
  it('is merged and parted again in one batch each, of so many rows for each that moves', async () => {
    const { id, from, visit, bill, scan } = await pairOf();
    const others = (table: string, value: string, n: number) =>
      multiply(table, { key: 'id', value }, n - 1, { id: UUID });
    await others('appointment', visit.id, VISITS);
    await others('invoice', bill.id, BILLS);
    await others('file', scan.id, FILES - 1); // one was deleted
    const moved = { appointments: VISITS, appointment_series: 0, invoices: BILLS, files: FILES, notes: 0 };

    const merged = await merge(id, from);
    expect([merged.status, merged.body.moved, merged.cost.trips]).toEqual([200, moved, 2]);
    expect(merged.cost.rows_read).toBeLessThan(10 * MOVED);
    expect(merged.cost.rows_written).toBeLessThan(8 * MOVED);
    expect((await ok('GET', `/invoice/?patient_id=${id}&limit=1`)).total).toBe(BILLS);

    const undone = await unmerge(id, from);
    expect([undone.status, undone.body.moved, undone.cost.trips]).toEqual([200, moved, 2]);
    expect(undone.cost.rows_read).toBeLessThan(22 * MOVED);
    expect(undone.cost.rows_written).toBeLessThan(8 * MOVED);
    expect((await ok('GET', `/invoice/?patient_id=${from}&limit=1`)).total).toBe(BILLS);
  }, 60_000);
});
