/** What the rows of one kind of import become. */
import type * as z from 'zod';
import type { ServiceContext } from '../../context';
import type { Idempotency } from '../../db/idempotency';
import type { AppError } from '../../errors';
import type { Deployment } from '../../fhir/elements/datatypes';
import type { Person } from '../../rules/same-person';

/** What one row alone of a file may have. */
export interface Claim {
  key: string;
  /** as the error of a run has it: the field, the message, and the type, where that is not `duplicate` */
  field: string;
  msg: string;
  type?: string;
  /** epoch milliseconds: another row may have the same key at another time */
  from?: number;
  until?: number;
}

/** A row that can be read, and what it refers to is known. */
export interface Prepared {
  /** what the source calls it */
  external_id: string | null;
  claims: Claim[];
  /** by whom a patient's duplicates are found; null of all others */
  person: Person | null;
  /** by the resource's own service. @throws AppError as `rethrowInRow` places it */
  create(ctx: ServiceContext, idempotency: Idempotency): Promise<{ record: { id: string } }>;
}

export interface Importer {
  /** what a row may say; null: it is a FHIR resource */
  fields: z.ZodObject | null;
  /** One query at most for all of them, for what they refer to. @param source the system of external ids */
  prepare(
    ctx: ServiceContext,
    records: readonly unknown[],
    source: string,
    deployment: Deployment,
  ): Promise<(Prepared | AppError)[]>;
}
