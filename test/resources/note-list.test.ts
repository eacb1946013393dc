import { beforeAll, describe, expect, it } from 'vitest';
import { type Body, call, nextPage, ok } from '../support/client';
import { make } from '../support/factories';
import { PAGE_BYTES } from '../support/large';
import { merge } from '../support/merges';
import { multiply, UUID } from '../support/multiply';
import { accountOf, newVisit } from '../support/notes';

const ids = (body: Body[]) => body.map(({ id }) => id);

describe('The notes of a patient', () => {
  let first: Awaited<ReturnType<typeof newVisit>>;
  let made: Record<'final' | 'draft' | 'theirs', string>;
  const list = (as = first.as, query = '') => call('GET', `/patient/${first.patient_id}/notes${query}`, { as });
  beforeAll(async () => {
    first = await newVisit();
    const patient_id = first.patient_id;
    const second = await newVisit({ doctor: first.doctor, patient_id });
    const theirs = await newVisit({ patient_id });
    const final = (await first.put()).body.id;
    await first.sign();
    made = { final, draft: (await second.put()).body.id, theirs: (await theirs.put()).body.id };
  });

  it('are those that are signed, and one’s own drafts, the newest first', async () => {
    const { body } = await list();
    expect(ids(body)).toEqual([made.draft, made.final]);
    expect(body[1]).toEqual((await first.get()).body);
    expect(ids((await list(accountOf(await make.doctor()))).body)).toEqual([made.final]);
  });

  it('come in pages', async () => {
    const page = await list(first.as, '?limit=1');
    expect([ids(page.body), page.cost.trips]).toEqual([[made.draft], 1]);
    const last = await call('GET', nextPage(page) ?? '', { as: first.as });
    expect([ids(last.body), nextPage(last)]).toEqual([[made.final], undefined]);
  });

  it('are, by the id of a record that was merged, those of the patient who stays', async () => {
    const { id } = await make.patient();
    await merge(id, first.patient_id);
    const { status, body } = await list();
    expect([status, ids(body), body[0].patient_id]).toEqual([200, [made.draft, made.final], id]);
    await ok('POST', `/patient/${id}/unmerge`, { json: { from: first.patient_id } });
  });

  it('are as many on a page as the memory bears', async () => {
    const visit = await newVisit();
    const { id } = (await visit.put({ text: '\u0001'.repeat(65_536) })).body;
    await visit.sign();
    await multiply('appointment', { key: 'id', value: visit.id }, 20, { id: UUID });
    await multiply('note', { key: 'id', value: id }, 20, {
      id: UUID,
      appointment_id: '(SELECT id FROM appointment WHERE seq = (SELECT max(seq) FROM appointment) - i + 1)',
    });
    const found: Body[] = [];
    for (let at: string | undefined = `/patient/${visit.patient_id}/notes`; at; ) {
      const page = await call('GET', at, { as: visit.as });
      expect(page.bytes.length).toBeLessThan(PAGE_BYTES + 500_000);
      found.push(...page.body);
      at = nextPage(page);
    }
    expect([found.length, new Set(ids(found)).size, found.every(({ text }) => text.length === 65_536)]).toEqual([
      21,
      21,
      true,
    ]);
  });
});
