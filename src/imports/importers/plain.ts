/** An importer of rows that refer to nothing by external ids. */
import type * as z from 'zod';
import type { Importer, Prepared } from './importer';
import { orError, type PlaceOf, readRow, rethrowInRow } from './rows';

export const plainImporter = <S extends z.ZodObject>(
  fields: S,
  prepared: (row: z.output<S>, source: string) => Prepared,
  placeOf?: PlaceOf,
): Importer => ({
  fields,
  prepare: async (_, records, source) =>
    records.map((record) =>
      orError(() => {
        const { create, ...row } = prepared(readRow(fields, record), source);
        return {
          ...row,
          create: (ctx, idempotency) => create(ctx, idempotency).catch(rethrowInRow(placeOf)),
        };
      }),
    ),
});
