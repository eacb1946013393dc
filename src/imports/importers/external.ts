/** What the source calls a record: an identifier of patients, kept in a table of its own of all others. */
import type { Idempotency } from '../../db/idempotency';
import { InvalidError } from '../../errors';
import { LIST_MAX, optional } from '../../schemas/fields';
import { type ForeignIdentifier, identifierValue } from '../../schemas/identifier';
import type { ForeignNaming } from '../../schemas/import';
import type { Claim } from './importer';
import { faultInRow } from './rows';

/** As identifiers are, so that it can be one. */
export const external_id = optional(identifierValue);

/** @returns what the service also keeps of what it makes */
export const withExternalId = (
  idempotency: Idempotency,
  entity: ForeignNaming['entity'],
  system: string,
  value: string | null,
): Idempotency => (value === null ? idempotency : { ...idempotency, external: { entity, system, value } });

/** With the external id, behind the others: faults of these are told by their numbers. @throws InvalidError of too many */
export function identifiersWith(
  system: string,
  value: string | null,
  others: readonly ForeignIdentifier[],
): ForeignIdentifier[] | null {
  const isThere = value === null || others.some((one) => one.system === system && one.value === value);
  const all = isThere ? [...others] : [...others, { system, value }];
  if (all.length > LIST_MAX)
    throw new InvalidError([faultInRow(['identifiers'], `At most ${LIST_MAX} identifiers are kept, with external_id`)]);
  return all.length > 0 ? all : null;
}

/** Of a value that one record alone has. @param word where messages call the field so */
export const claimOf = (entity: string, field: string, key: string, word = field): Claim => ({
  key: `${field}:${key}`,
  field,
  msg: `${entity} with this ${word} already exists`,
});

/** Of identifiers, the external id among them. */
export const claimsOfIdentifiers = (
  entity: string,
  field: string,
  identifiers: readonly ForeignIdentifier[] | null,
): Claim[] =>
  (identifiers ?? []).map(({ system, value }) => claimOf(entity, field, JSON.stringify([system, value]), 'identifier'));
