import { describe, expect, it } from 'vitest';
import { accessOf } from '../support/access';
import { type CallOptions, call, ok, type Result, refusal } from '../support/client';
import { make } from '../support/factories';
import { accountOf, newVisit } from '../support/notes';
import { trail } from '../support/rows';
import { insertUser } from '../support/users';

const told = ({ status, body }: Result) => [status, body];
const handOver = (from: string, to: string, options: CallOptions = {}) =>
  call('POST', `/doctor/${from}/notes/hand-over`, { as: 'admin', json: { to }, ...options });
const disable = ({ user }: { user: { id: string } }, disabled = true) =>
  ok('PATCH', `/auth/users/${user.id}`, { as: 'admin', json: { disabled } });

describe('Drafts of a doctor who has left', () => {
  it('become another doctor’s, who changes and signs them; what is signed stays', async () => {
    const draft = await newVisit();
    const signed = await newVisit({ doctor: draft.doctor });
    const { id } = (await draft.put({ text: 'Half a sentence' })).body;
    await signed.put();
    await signed.sign();
    const to = await make.doctor();
    await disable(draft.doctor);
    const answer = await handOver(draft.doctor.id, to.id);
    expect(told(answer)).toEqual([200, { handed_over: 1, left: 0 }]);
    expect(accessOf(answer)).toEqual([]);
    expect(await trail(id)).toEqual(['create 1', 'update 2 doctor_id']);
    const theirs = { as: accountOf(to) };
    expect((await draft.get(theirs)).body).toMatchObject({ id, text: 'Half a sentence', author: { id: to.id } });
    await draft.put({ text: 'A whole one.' }, theirs);
    expect((await draft.sign(theirs)).body).toMatchObject({ status: 'final', author: { id: to.id } });
    expect((await signed.get(theirs)).body.author.id).toBe(draft.doctor.id);
    expect(told(await handOver(draft.doctor.id, to.id))).toEqual([200, { handed_over: 0, left: 0 }]);
  });

  it.each([
    ['is deleted', (doctor: { id: string }) => ok('DELETE', `/doctor/${doctor.id}`)],
    [
      'has another role',
      (doctor: { user: { id: string } }) =>
        ok('PATCH', `/auth/users/${doctor.user.id}`, { as: 'admin', json: { type: 'billing' } }),
    ],
  ])('may be handed over once the doctor %s', async (_, leave) => {
    const { doctor, put } = await newVisit();
    await put();
    const to = await make.doctor();
    expect(told(await handOver(doctor.id, to.id))).toEqual([400, refusal('account_active')]);
    await leave(doctor);
    expect(told(await handOver(doctor.id, to.id))).toEqual([200, { handed_over: 1, left: 0 }]);
  });

  it('stay where the other doctor has a note about the visit', async () => {
    const { id, doctor, put, get } = await newVisit();
    await put({ text: 'First.' });
    const to = await make.doctor();
    const theirs = { as: accountOf(to) };
    await ok('PATCH', `/calendar/appointments/${id}`, { json: { doctor_id: to.id } });
    await put({ text: 'Own.' }, theirs);
    await disable(doctor);
    expect(told(await handOver(doctor.id, to.id))).toEqual([200, { handed_over: 0, left: 1 }]);
    expect((await get(theirs)).body.text).toBe('Own.');
    const third = await make.doctor();
    expect(told(await handOver(doctor.id, third.id))).toEqual([200, { handed_over: 1, left: 0 }]);
  });

  it('go to a doctor who may write notes alone, and by an admin', async () => {
    const { doctor, put } = await newVisit();
    await put();
    await disable(doctor);
    const [other, gone] = [await make.doctor(), await make.doctor()];
    await disable(other);
    await ok('DELETE', `/doctor/${gone.id}`);
    expect(told(await handOver(doctor.id, other.id))).toEqual([400, refusal('inconsistent')]);
    expect(told(await handOver(doctor.id, gone.id))).toEqual([
      404,
      refusal('reference_not_found', `Doctor not found: ${gone.id}`),
    ]);
    expect(told(await handOver(crypto.randomUUID(), other.id))).toEqual([404, refusal('not_found')]);
    await disable(other, false);
    expect(told(await handOver(doctor.id, other.id, { as: 'staff' }))).toEqual([403, refusal('forbidden')]);
    const former = await insertUser('admin');
    await ok('PATCH', `/auth/users/${former.id}`, { as: 'admin', json: { disabled: true } });
    expect(told(await handOver(doctor.id, other.id, { as: former }))).toEqual([401, refusal('session_ended')]);
    expect(told(await handOver(doctor.id, other.id))).toEqual([200, { handed_over: 1, left: 0 }]);
  });

  it('are not written on by their author, whose token may still hold', async () => {
    const { doctor, put, sign, add } = await newVisit();
    const second = await newVisit({ doctor });
    await put();
    await second.put();
    await second.sign();
    await disable(doctor);
    for (const answer of [
      await put({ text: 'x' }),
      await sign(),
      await second.add('x'),
      await (await newVisit({ doctor })).put(),
    ])
      expect(told(answer)).toEqual([401, refusal('session_ended')]);
    expect((await add('x')).status).toBe(401);
  });
});
