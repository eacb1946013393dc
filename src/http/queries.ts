import * as z from 'zod';
import { NAME_MAX, queryInt, text, uuid } from '../fields';

export const LIST_LIMIT_MAX = 1_000;

export const idParam = z.object({ id: uuid });
export const regNumberParam = z.object({ reg_number: text(NAME_MAX, 1) });

/** `view=full` asks a read for the full record. */
export const viewQuery = z.object({
  view: z.enum(['reduced', 'full']).default('reduced').describe('`full` answers the full record'),
});
export type View = z.output<typeof viewQuery>['view'];

export const searchQuery = text(NAME_MAX)
  .optional()
  .describe('Every word must be a prefix of some word; letter case and accents are ignored');

/** Lists of departments, patients and doctors: newest first, by keyset. */
export const keysetQuery = z.object({
  limit: queryInt(1, LIST_LIMIT_MAX).default(100),
  cursor: queryInt(1, Number.MAX_SAFE_INTEGER)
    .optional()
    .describe('Where the next page begins: taken from the `Link` header of the page before'),
  search: searchQuery,
});

const prefer = z.string().optional().describe('`return=representation` answers the full record (RFC 7240)');

/** Of a create. */
export const createHeader = z.object({
  prefer,
  'idempotency-key': z
    .string()
    .regex(/^[\x21-\x7e]{1,200}$/, 'value should be 1 to 200 visible ASCII characters')
    .optional()
    .describe('A create with the same key is done once, whatever is retried'),
});

/** Of a replacement or a deletion. */
export const writeHeader = z.object({
  prefer,
  'if-match': z
    .string()
    .regex(/^(\*|(W\/)?"\d{1,15}")$/, 'value should be the ETag of a read: a version in double quotes, or *')
    .optional()
    .describe(
      'ETag of the record as it was read (weakened, as an edge that compresses sends it, too): 412 when it was changed since (RFC 9110)',
    ),
});
