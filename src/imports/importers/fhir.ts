/** Rows that are FHIR resources: read as under `handling=lenient`, by what a create of FHIR takes. Faults name elements. */
import type * as z from 'zod';
import { InvalidError } from '../../errors';
import { readSent } from '../../fhir/http/read-sent';
import { identifierValue } from '../../schemas/identifier';
import { faultInRow } from './rows';

/** Of its own: what has no place is taken out of it. Whatever is read so may be nested deeper than calls may be. */
function copied(record: unknown): unknown {
  try {
    return structuredClone(record);
  } catch {
    throw new InvalidError([faultInRow([], 'It is nested too deep')]);
  }
}

/** Its id is what the source calls it. @throws InvalidError */
export function readResource<R extends { id?: string | undefined }>(schema: z.ZodType<R>, record: unknown) {
  const { resource } = readSent(schema, copied(record), true);
  const { data: external_id, error } = identifierValue.optional().safeParse(resource.id);
  if (error) throw new InvalidError(error.issues.map(({ message }) => faultInRow(['id'], message)));
  return { resource, external_id: external_id ?? null };
}
