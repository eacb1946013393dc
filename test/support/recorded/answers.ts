import { expect } from 'vitest';
import { type Body, call } from '../client';
import recorded from './answers.json' with { type: 'json' };
import { logins } from './load';

/** A GET and what was answered: the whole body, or the ids of a list and the rest of its page. */
interface Answer {
  as: 'admin' | 'staff' | 'none' | null;
  path: string;
  status: number;
  version?: string;
  body?: Body;
  page?: Body;
  ids?: string[];
  /** of a file */
  type?: string;
  name?: string;
  base64?: string;
}

const ANSWERS = recorded as Answer[];

export const as = (login: 'admin' | 'staff') => ({ id: logins[login].id, role: login });

/** What of an answer there was then: everything that the service adds is left out. */
function common(now: Body, then: Body): Body {
  if (Array.isArray(now) && Array.isArray(then)) return now.map((element, i) => common(element, then[i]));
  if (now === null || then === null || typeof now !== 'object' || typeof then !== 'object') return now;
  return Object.fromEntries(Object.keys(then).map((key) => [key, common(now[key], then[key])]));
}

/** Asks again. @returns the answer in the form of the recorded one */
async function again(then: Answer): Promise<Answer> {
  const sent = then.as && { authorization: `Bearer ${logins[then.as].access_token}` };
  const { status, headers, body, bytes } = await call('GET', then.path, { as: null, headers: sent ?? {} });
  const now: Answer = { as: then.as, path: then.path, status };
  if (then.version !== undefined) now.version = /^"(\d+)/.exec(headers.get('etag') ?? '')?.[1] ?? '';
  if ('body' in then) now.body = common(body, then.body);
  if ('page' in then) now.page = common(body, then.page);
  if ('ids' in then) now.ids = (body.data ?? body).map(({ id }: Body) => id);
  if ('base64' in then && status === 200) {
    now.type = headers.get('content-type') ?? '';
    now.name = headers.get('content-disposition') ?? '';
    now.base64 = Buffer.from(bytes).toString('base64');
  }
  return now;
}

/**
 * Asks everything again, and expects what was answered then.
 * @param differing by path: what is answered otherwise, on purpose
 */
export async function expectAnswers(differing: Readonly<Record<string, Partial<Answer>>> = {}): Promise<void> {
  const found: Answer[] = [];
  for (const then of ANSWERS) found.push(await again(then));
  expect(found).toEqual(ANSWERS.map((then) => ({ ...then, ...differing[then.path] })));
}
