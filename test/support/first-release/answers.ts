import { expect } from 'vitest';
import { type Body, call } from '../client';
import recorded from './answers.json' with { type: 'json' };
import { type Login, logins } from './load';

/** A GET and what the first release answered: the whole body, or the ids of a list and the rest of its page. */
interface Answer {
  as: Login | null;
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

/** What of an answer the first release had: everything that the service adds is left out. */
function common(now: Body, then: Body): Body {
  if (Array.isArray(now) && Array.isArray(then)) return now.map((element, i) => common(element, then[i]));
  if (now === null || then === null || typeof now !== 'object' || typeof then !== 'object') return now;
  return Object.fromEntries(Object.keys(then).map((key) => [key, common(now[key], then[key])]));
}

/** Asks again. @returns the answer in the form of the recorded one */
async function again(then: Answer): Promise<Answer> {
  const { status, headers, body, bytes } = await call('GET', then.path, { as: then.as && as(then.as) });
  const now: Answer = { as: then.as, path: then.path, status };
  if (then.etag !== undefined) now.etag = headers.get('etag')?.replace(/-[0-9a-f]{16}/, '') ?? '';
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

/** Asks everything again, and expects what the first release answered, but for `differing` answers. */
export async function expectAnswers(differing: ReadonlyMap<string, Partial<Answer>>): Promise<void> {
  const [expected, found]: Answer[][] = [[], []];
  for (const then of ANSWERS) {
    const other = differing.get(then.path);
    // A file that is out of reach has nothing but its status.
    expected?.push(other?.status ? { as: then.as, path: then.path, status: other.status } : { ...then, ...other });
    found?.push(await again(then));
  }
  expect(found).toEqual(expected);
}
