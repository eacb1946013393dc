import type { CallOptions } from './client';
import { operationNamed } from './openapi';
import { OPERATIONS } from './operations';
import type { Case, Fixtures, OperationRecord } from './operations/record';

/** One case of an operation, as its record has it. */
export interface Called {
  /** `GET /patient/{id}` */
  name: string;
  method: string;
  /** its path as the document has it */
  template: string;
  what: string;
  record: OperationRecord;
  one: Case;
}
export type Request = CallOptions & { path: string };

/** Every case of every operation, with a title for its test. */
export const CASES = Object.entries(OPERATIONS).flatMap(([name, record]) => {
  const [method = '', template = ''] = name.split(' ');
  return Object.entries(record.cases).map(
    ([what, one]) => [`${name}: ${what}`, { name, method, template, what, record, one }] as [string, Called],
  );
});

/** Whether the operation takes the header. */
export const takes = (name: string, header: string): boolean =>
  operationNamed(name).parameters?.some((parameter) => parameter.in === 'header' && parameter.name === header) ?? false;

/** A new request of the case, which succeeds, by the role of its record. */
export async function requestOf({ template, record, one }: Called, fixtures: Fixtures): Promise<Request> {
  const given = (await one.request?.(fixtures)) ?? {};
  const json = record.body && !('body' in given) ? { json: record.body() } : {};
  const env = record.env ? { env: record.env } : {};
  return { as: record.as === undefined ? 'staff' : record.as, ...env, ...json, path: template, ...given };
}

export const withHeaders = (request: Request, headers: Record<string, string>): Request => ({
  ...request,
  headers: { ...request.headers, ...headers },
});
