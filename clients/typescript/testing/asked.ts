import type { Logins } from './accounts.ts';
import type { Operation } from './document.ts';
import { Refusal } from './refusal.ts';
import type { Store, Stored } from './store.ts';
import type { Json } from './validate.ts';

/** A request that has passed what the document says of it. */
export interface Asked {
  operation: Operation;
  url: URL;
  store: Store;
  logins: Logins;
  /** By name, read by their schemas, defaults included */
  path: { [name: string]: string };
  query: Json;
  headers: Headers;
  body: Json;
  account: Stored | undefined;
  /** Whether full records are asked for */
  full: boolean;
  timeZone: string;
  currency: string;
  doubleBooking: 'allow' | 'reject';
}

export interface Answer {
  status?: number;
  body?: unknown;
  headers?: Record<string, string>;
}

export type Handler = (asked: Asked) => Answer;

export const idOf = ({ path }: Asked): string => String(Object.values(path)[0]);

/** @throws Refusal 412 */
export function requireVersion({ headers }: Asked, label: string, version: number): void {
  const wanted = headers.get('if-match')?.match(/\d+/)?.[0];
  if (wanted !== undefined && Number(wanted) !== version)
    throw new Refusal(412, 'outdated', `${label} was changed by someone else since it was read`);
}
