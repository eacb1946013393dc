import { type Body, call, type Result } from './client';

export const STATUSES = ['DRAFT', 'ISSUED', 'PARTIALY_PAID', 'PAID', 'VOID', 'WRITTEN_OFF'];

export const postInvoice = (json: object, headers: Record<string, string> = {}): Promise<Result> =>
  call('POST', '/invoice/', { json, headers });

export const putInvoice = (id: string, json: object, headers: Record<string, string> = {}): Promise<Result> =>
  call('PUT', `/invoice/${id}`, { json, headers });

/** What a client sends to leave an invoice as it is: its answer without the computed amounts of the lines. */
export const unchanged = (invoice: Body) => ({
  ...invoice,
  items: invoice.items.map(({ net_amount: _, ...line }: Body) => line),
});
