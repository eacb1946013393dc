import { etagOf, unwrap } from 'hospital-service-client';
import { noteGone, noteOpened } from './recent';
import { replace } from './router';
import { hospital } from './session';

const read = (id: string, signal: AbortSignal) =>
  hospital.GET('/patient/{id}', { params: { path: { id }, query: { view: 'full' as const } }, signal });

/** The whole record of a patient. */
export const loadRecord = async (id: string, signal: AbortSignal) => unwrap(await read(id, signal));

/** The same with its version, for a page of the patient: the address of a record that was merged leads to the one that stays. */
export async function openRecord(id: string, signal: AbortSignal) {
  const result = await read(id, signal);
  if (result.status === 410 && !signal.aborted) replace(`/patients/${result.error.merged_into}`, { merged: id });
  if (result.ok) noteOpened(result.data);
  else if (result.status === 404 || result.status === 410) noteGone(id);
  return { patient: unwrap(result), version: etagOf(result) };
}
