import { expect } from 'vitest';
import { type Body, type CallOptions, call } from '../client';
import recorded from './answers.json' with { type: 'json' };
import { type Login, logins } from './load';

/** A GET and what an earlier version answered: the whole body, or the ids of a list and the rest of its page. */
export interface Answer {
  as: string | null;
  path: string;
  status: number;
  etag?: string;
  body?: Body;
  page?: Body;
  ids?: string[];
  /** of a file */
  type?: string;
  name?: string;
  base64?: string;
}

export const ANSWERS = recorded as Answer[];

export const as = (login: Login) => ({ id: logins[login].id, role: login });

/** What of an answer there was then: everything that the service adds is left out. */
function common(now: Body, then: Body): Body {
  if (Array.isArray(now) && Array.isArray(then)) return now.map((element, i) => common(element, then[i]));
  if (now === null || then === null || typeof now !== 'object' || typeof then !== 'object') return now;
  return Object.fromEntries(Object.keys(then).map((key) => [key, common(now[key], then[key])]));
}

/** Asks again. @returns the answer in the form of the recorded one */
async function again(then: Answer, options: CallOptions): Promise<Answer> {
  const { status, headers, body, bytes } = await call('GET', then.path, options);
  const now: Answer = { as: then.as, path: then.path, status };
  if (then.etag !== undefined) {
    const etag = headers.get('etag') ?? '';
    // The first release had the version alone.
    now.etag = then.etag.includes('-') ? etag : etag.replace(/-[0-9a-f]{16}/, '');
  }
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

/** Asks everything again, and expects what was answered then, but for `differing` answers. @param by of `Answer.as` */
export async function expectSame(
  answers: readonly Answer[],
  by: (login: string) => CallOptions,
  differing: ReadonlyMap<string, Partial<Answer>> = new Map(),
): Promise<void> {
  const [expected, found]: Answer[][] = [[], []];
  for (const then of answers) {
    const other = differing.get(then.path);
    // A file that is out of reach has nothing but its status.
    expected?.push(other?.status ? { as: then.as, path: then.path, status: other.status } : { ...then, ...other });
    found?.push(await again(then, then.as === null ? { as: null } : by(then.as)));
  }
  expect(found).toEqual(expected);
}

/** What the first release answered. */
export const expectAnswers = (differing: ReadonlyMap<string, Partial<Answer>>): Promise<void> =>
  expectSame(ANSWERS, (login) => ({ as: as(login as Login) }), differing);
