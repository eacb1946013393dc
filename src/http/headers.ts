import * as z from 'zod';

const prefer = z.string().optional().describe('`return=representation` answers the full record (RFC 7240)');

export const idempotencyHeader = z.object({
  'idempotency-key': z
    .string()
    .regex(/^[\x21-\x7e]{1,200}$/, 'value should be 1 to 200 visible ASCII characters')
    .optional()
    .describe('A create with the same key is done once, whatever is retried'),
});

export const createHeader = z.object({ prefer, ...idempotencyHeader.shape });

export const readHeader = z.object({
  'if-none-match': z
    .string()
    .optional()
    .describe('ETag of an earlier answer from this address: 304 without a body where nothing has changed (RFC 9110)'),
});

/** For deletes, and updates that always answer the record. */
export const ifMatchHeader = z.object({
  'if-match': z
    .string()
    .regex(/^(\*|(W\/)?"\d{1,15}(-[0-9a-f]{16})?")$/, 'value should be the ETag of a read, in double quotes, or *')
    .optional()
    .describe(
      'ETag of the record as it was read (weakened, as an edge that compresses sends it, too): 412 when it was changed since (RFC 9110)',
    ),
});

export type IfMatchHeader = z.output<typeof ifMatchHeader>;

export const writeHeader = z.object({ prefer, ...ifMatchHeader.shape });
export type WriteHeader = z.output<typeof writeHeader>;
