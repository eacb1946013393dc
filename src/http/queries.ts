import * as z from 'zod/mini';
import { NAME_MAX, noted, object, queryInt, text, uuid } from '../fields';
import { once } from '../once';

export const LIST_LIMIT_MAX = 1_000;

export const idParam = object(() => ({ id: uuid() }));
export const regNumberParam = object(() => ({ reg_number: text(NAME_MAX, 1) }));

/** `view=full` asks a read for the full record. */
export const viewQuery = object(() => ({
  view: noted(z._default(z.enum(['reduced', 'full']), 'reduced'), '`full` answers the full record'),
}));

export type View = z.output<typeof viewQuery>['view'];

export const searchQuery = once(() =>
  noted(z.optional(text(NAME_MAX)), 'Every word must be a prefix of some word; letter case and accents are ignored'),
);

/** Lists of departments, patients and doctors: newest first, by keyset. */
export const keysetQuery = object(() => ({
  limit: queryInt(1, LIST_LIMIT_MAX, 100),
  cursor: noted(queryInt(1, Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER), {
    description: 'Where the next page begins: taken from the `Link` header of the page before',
    default: undefined,
  }),
  search: searchQuery(),
}));

const prefer = once(() => noted(z.optional(z.string()), '`return=representation` answers the full record (RFC 7240)'));

/** Of a create. */
export const createHeader = object(() => ({
  prefer: prefer(),
  'idempotency-key': noted(
    z.optional(z.string().check(z.regex(/^[\x21-\x7e]{1,200}$/, 'value should be 1 to 200 visible ASCII characters'))),
    'A create with the same key is done once, whatever is retried',
  ),
}));

const IF_MATCH = /^(\*|(W\/)?"\d{1,15}")$/;

/** Of a replacement or a deletion. */
export const writeHeader = object(() => ({
  prefer: prefer(),
  'if-match': noted(
    z.optional(
      z.string().check(z.regex(IF_MATCH, 'value should be the ETag of a read: a version in double quotes, or *')),
    ),
    'ETag of the record as it was read (weakened, as an edge that compresses sends it, too): 412 when it was changed since (RFC 9110)',
  ),
}));
