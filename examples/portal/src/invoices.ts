import { etagOf, type Schema, unwrap } from 'hospital-service-client';
import { useLoad } from './hooks';
import { hospital } from './session';

export type Invoice = Schema<'FullInvoice'>;

/** An invoice with all that it refers to, and the version that a change of it names. */
export async function loadInvoice(id: string, signal: AbortSignal) {
  const params = { path: { id }, query: { view: 'full' as const } };
  const result = await hospital.GET('/invoice/{id}', { params, signal });
  return { invoice: unwrap(result), version: etagOf(result) };
}

export const useInvoice = (id: string) => useLoad((signal) => loadInvoice(id, signal), [id]);
