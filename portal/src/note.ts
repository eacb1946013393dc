import { etagOf, type Schema, unwrap } from 'hospital-service-client';
import { hospital } from './session';

export type Note = Schema<'Note'>;

/** A note with the version that a change of it is of; null where there is none to be seen. */
export interface ReadNote {
  note: Note | null;
  version: string | undefined;
}

/** As the service has it of a note that is not there. */
export const NO_NOTE: ReadNote = { note: null, version: '"0"' };

export const isSigned = ({ status }: Note): boolean => status !== 'draft';

/** The bytes of UTF-8 that the service takes as a text. */
export const MOST_BYTES = 65_536;
export const bytesOf = (text: string): number => new TextEncoder().encode(text).length;

/** @param author the id of the doctor who signed it; empty for one's own, or else a signed one */
export async function loadNote(visit: string, author: string, signal?: AbortSignal): Promise<ReadNote> {
  const params = { path: { id: visit }, query: author ? { author } : {} };
  const result = await hospital.GET('/calendar/appointments/{id}/note', { params, ...(signal && { signal }) });
  return result.status === 404 ? NO_NOTE : { note: unwrap(result), version: etagOf(result) };
}

type Written = Pick<Schema<'NoteUpdateInput'>, 'text' | 'title'>;

/** Begins a draft or changes it, as it was seen. */
export async function writeNote(visit: string, { version }: ReadNote, body: Written): Promise<ReadNote> {
  const params = { path: { id: visit }, header: { 'if-match': version } };
  const result = await hospital.PUT('/calendar/appointments/{id}/note', { params, body });
  return { note: unwrap(result), version: etagOf(result) };
}

/** Signs what was seen. */
export async function signNote(visit: string, { version }: ReadNote): Promise<ReadNote> {
  const params = { path: { id: visit }, header: { 'if-match': version } };
  const result = await hospital.POST('/calendar/appointments/{id}/note/sign', { params });
  return { note: unwrap(result), version: etagOf(result) };
}
