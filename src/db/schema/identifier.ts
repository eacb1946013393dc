import { getTableName } from 'drizzle-orm';
import { index, primaryKey, type SQLiteTable, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { appointment } from './appointment';
import { type Extra, inserted, trigger, withoutRowid } from './extras';
import { patient } from './patient';
import { ofRecord } from './whose';

/** Who has an identifier of another system: triggers keep it equal to the columns `identifiers`, and it keeps them unique. */
export const identifier = sqliteTable(
  'identifier',
  {
    value: text().notNull(),
    system: text().notNull(),
    /** of a merged patient's, the record that was merged */
    entity_id: text().notNull(),
  },
  (t) => [primaryKey({ columns: [t.value, t.system] }), index('identifier_entity').on(t.entity_id)],
);

export const identifierRows = ofRecord(identifier, identifier.entity_id, {
  fhir: null,
  notInBackups: 'written by triggers',
});

/** @param holds SQL: whether a row holds its identifiers. `row` stands before the name of a column */
function identified(table: SQLiteTable, holds: (row: '' | 'NEW.') => string): Extra {
  const name = getTableName(table);
  const add = `INSERT INTO identifier (value, system, entity_id) SELECT value ->> 'value', value ->> 'system', NEW.id FROM json_each(NEW.identifiers) WHERE ${holds('NEW.')};`;
  const isChanged = 'NEW.identifiers IS NOT OLD.identifiers';
  const mayLeave = 'OLD.identifiers IS NOT NULL AND NEW.deleted_at IS NOT OLD.deleted_at';
  return {
    table: name,
    identified: holds(''),
    triggers: [
      trigger(`${name}_identifiers_insert`, `${inserted(name)} WHEN NEW.identifiers IS NOT NULL`, [add]),
      trigger(
        `${name}_identifiers_update`,
        `AFTER UPDATE OF identifiers, deleted_at ON ${name} WHEN ${isChanged} OR (${mayLeave})`,
        ['DELETE FROM identifier WHERE entity_id = NEW.id;', add],
      ),
    ],
  };
}

export const identifierExtras = () => [
  withoutRowid(identifier),
  // Who is registered anew, once the record was deleted, has the same ones. A merged record keeps its own.
  identified(patient, (row) => `${row}deleted_at IS NULL OR ${row}merged_into IS NOT NULL`),
  identified(appointment, () => 'true'),
];
