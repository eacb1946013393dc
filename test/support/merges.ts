import { type CallOptions, call, ok } from './client';
import { make } from './factories';
import { makePng } from './files';
import type { Overrides } from './input';

export const merge = (id: string, from: string, more: object = {}, options: CallOptions = {}) =>
  call('POST', `/patient/${id}/merge`, { ...options, json: { from, ...more } });

export const unmerge = (id: string, from: string, options: CallOptions = {}) =>
  call('POST', `/patient/${id}/unmerge`, { ...options, json: { from } });

/** Two patients; the other one has an appointment, a bill for it, a file, and one that was deleted. */
export async function pairOf(mine: Overrides = {}, theirs: Overrides = {}) {
  const [{ id }, { id: from }] = [await make.patient(mine), await make.patient(theirs)];
  const visit = await make.appointment({ patient_id: from });
  const bill = await make.invoice({ patient_id: from, appointment_id: visit.id, status: 'ISSUED' });
  const [scan, gone] = [await makePng(from), await makePng(from)];
  await ok('DELETE', `/static/delete_file/${gone.id}`);
  return { id: id as string, from: from as string, visit, bill, scan };
}
