import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { json } from './columns';
import { type Extra, trigger } from './extras';

/** As FHIR has it (hl7.org/fhir/R4/datatypes.html#Identifier). */
export interface ForeignIdentifier {
  system: string;
  value: string;
  use?: string | undefined;
  type?: unknown;
}

/** What other systems call a record: a value that is unique within a system, which is a URI. */
export const identifier = sqliteTable(
  'identifier',
  {
    seq: integer().primaryKey(),
    system: text().notNull(),
    value: text().notNull(),
    entity: text({ enum: ['patient', 'appointment'] }).notNull(),
    /** of a merged patient's, the record that was merged */
    entity_id: text().notNull(),
    /** the identifier with what else it says of itself, as its kind */
    element: json<ForeignIdentifier>(),
    created_at: integer().notNull(),
  },
  (t) => [uniqueIndex('identifier_value').on(t.value, t.system), index('identifier_entity').on(t.entity_id)],
);

/** A patient who is registered anew, once the record was deleted, has the same ones. Those of a merged record stay. */
const leavesWithPatient = (): Extra => ({
  table: 'patient',
  triggers: [
    trigger(
      'patient_leaves_identifiers',
      'AFTER UPDATE OF deleted_at ON patient WHEN NEW.deleted_at IS NOT NULL AND NEW.merged_into IS NULL',
      ['DELETE FROM identifier WHERE entity_id = NEW.id;'],
    ),
  ],
});

export const identifierExtras = () => [leavesWithPatient()];
