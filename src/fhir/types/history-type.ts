/** Types whose resources are parts of a patient's record: one row is read, and its parts are answered. */
import { eq, isNull, sql } from 'drizzle-orm';
import type { ServiceContext } from '../../context';
import { selected } from '../../db/fields';
import { mergedInto, patient, survivorOf } from '../../db/schema/patient';
import { rawStatement } from '../../db/statement';
import type { FhirType } from '../../fhir-types';
import { ownJson } from '../../rules/own-json';
import { sha256 } from '../../rules/sha256';
import { canonicalUuid } from '../../rules/uuid';
import { type Deployment, present, type Resource } from '../elements/datatypes';
import { badParameter, gone, notFound } from '../errors';
import { deletedPages, exportPages } from '../export/pages';
import type { Condition, Parameters, SearchRequest } from '../search/condition';
import { fitting, send } from '../search/run';
import { instantParameter } from '../search/time-parameters';
import { askedOf, plainValue, referredId, TooMany, tokenOf } from '../search/values';
import { type Found, found, type Prepared, type ServedType } from '../served-type';
import { DELETED_PATIENTS, entityFields } from './fields';

type PatientRow = Pick<typeof patient.$inferSelect, 'id' | 'version' | 'updated_at' | 'deleted_at'>;

/** A part of a record. Parts that are the same are one: its id is made of what it says, and never comes to mean another. */
export interface Part {
  /** what the id goes on with, behind the patient's; undefined: a letter and the hash of `entry` */
  suffix?: string;
  entry: unknown;
  resource: Resource & { id?: never };
}

export interface HistoryType<Column extends keyof typeof patient.$inferSelect> {
  type: FhirType;
  /** of the patient, what its parts are made of */
  columns: readonly Column[];
  /** in the ids of its parts */
  letter: string;
  parts(row: PatientRow & Pick<typeof patient.$inferSelect, Column>, deployment: Deployment): Part[];
  /** names of the parameter for the patient */
  of: readonly ('subject' | 'patient')[];
  parameters?: Parameters;
  mandatory: readonly string[];
}

const ID = /^(.{36})\.([A-Za-z0-9\-.]+)$/;
const patientIn = (id: string): string | undefined => canonicalUuid(ID.exec(id)?.[1] ?? '');

/** Patients of one search: each is a record of up to a megabyte. */
const PATIENTS_MAX = 10;

const ofPatient: Parameters[string] = {
  type: 'reference',
  documentation: 'The patient; demanded unless `_id` is given',
  modifiers: ['Patient'],
  condition: (or, { url }) => {
    const ids = or.flatMap((value) => referredId(value, ['Patient'], url)?.id ?? []);
    if (ids.length > PATIENTS_MAX) throw new TooMany(PATIENTS_MAX, 'patients');
    if (ids.length === 0) return null;
    const asked = askedOf(
      ids.map((id) => ({ id })),
      ['Patient'],
    );
    return { shape: 'patients', value: JSON.stringify(ids), asked };
  },
};

const byId: Parameters[string] = {
  type: 'token',
  documentation: 'Logical id',
  condition: (or) => {
    const ids = or.map(plainValue).filter(patientIn);
    const patients = ids.flatMap((id) => patientIn(id) ?? []);
    if (patients.length > PATIENTS_MAX) throw new TooMany(PATIENTS_MAX, 'ids');
    if (patients.length === 0) return null;
    return {
      shape: 'patients',
      value: JSON.stringify(patients),
      refine: ({ id }) => id !== undefined && ids.includes(id),
    };
  },
};

/** Of a code that is in `coding`. @param system what a token without one means */
export const codingParameter = (
  documentation: string,
  codingOf: (resource: Resource) => { system?: string; code?: string }[],
): Parameters[string] => ({
  type: 'token',
  documentation,
  condition: (or) => {
    const tokens = or.map(tokenOf);
    return {
      ...{ shape: 'coding', value: '' },
      refine: (resource) =>
        codingOf(resource).some((coding) =>
          tokens.some(
            ({ system, code }) =>
              (system === undefined || system === coding.system) && (code === '' || code === coding.code),
          ),
        ),
    };
  },
});

/** What all conditions of a shape name; undefined where there is none. */
export const namedBy = (conditions: readonly Condition[], named: string): string[] | undefined => {
  const [first, ...others] = conditions
    .filter(({ shape }) => shape === named)
    .map(({ value }) => ownJson<string[]>(String(value)));
  return first?.filter((id) => others.every((one) => one.includes(id)));
};

type Column = keyof typeof patient.$inferSelect;
type Merged = Pick<typeof patient.$inferSelect, 'merged'>;

/** Who was merged into a patient names that one, too. */
const isNamed = ({ id, merged }: Merged & { id: string }, ids: readonly string[]) =>
  [id, ...(merged ?? []).map((one) => one.id)].some((one) => ids.includes(one));

/** @throws FhirError in `read` 404, 410, in `search` 400 */
export function historyReads<C extends Column>(history: HistoryType<C>): ServedType {
  type Row = PatientRow & Pick<typeof patient.$inferSelect, C>;
  const { type, columns, letter, of } = history;
  const fields = { ...entityFields(patient), ...Object.fromEntries(columns.map((name) => [name, patient[name]])) };
  const rows = { type, table: patient, fields, live: isNull(patient.deleted_at) };
  const byPatient = rawStatement<{ id: string }, Row & { survivor: string | null }>(
    (p) =>
      sql`select ${selected(fields)}, ${mergedInto(patient.id)} as survivor from ${patient} where ${eq(patient.id, p.id)}`,
    fields,
  );
  const searched = { ...fields, merged: patient.merged };
  const rowsOf = rawStatement<{ ids: string }, Row & Merged>(
    (p) => sql`select ${selected(searched)} from ${patient}
      where ${patient.id} in (select ${survivorOf(sql`value`)} from json_each(${p.ids}))`,
    searched,
  );

  async function partsOf(row: Row, deployment: Deployment): Promise<Found[]> {
    const { id: patient_id, version, updated_at } = row;
    const byId = new Map<string, Found>();
    const meta = { versionId: String(version), lastUpdated: new Date(updated_at).toISOString() };
    const access = { id: patient_id, of: patient_id };
    for (const { suffix, entry, resource } of history.parts(row, deployment)) {
      const end = suffix ?? `${letter}.${(await sha256(JSON.stringify(entry))).slice(0, 12)}`;
      const { resourceType, ...elements } = resource;
      const id = `${patient_id}.${end}`;
      byId.set(id, found(present({ resourceType, id, meta, ...elements }), { version, updated_at, access }));
    }
    return [...byId.values()];
  }

  return {
    ...{ type, includes: {}, mandatory: history.mandatory, demanded: [...of, '_id'] },
    parameters: {
      ...Object.fromEntries(of.map((name) => [name, ofPatient])),
      _id: byId,
      _lastUpdated: updatedParameter,
      ...history.parameters,
    },
    async read(ctx: ServiceContext, deployment: Deployment, id: string): Promise<Found> {
      const patient_id = patientIn(id);
      const row = patient_id && (await ctx.db.first(byPatient({ id: patient_id })));
      if (!row) throw notFound(type, id);
      if (row.deleted_at !== null) throw gone(type, id, row.survivor);
      const part = (await partsOf(row, deployment)).find(({ resource }) => resource.id === id);
      if (!part) throw notFound(type, id);
      return part;
    },
    prepare,
    search: (ctx, deployment, request) => send(ctx, prepare(deployment, request)),
    export: exportPages<Row>(rows, partsOf),
    exportDeleted: deletedPages<Row>(rows, DELETED_PATIENTS, async (row, deployment) =>
      (await partsOf(row, deployment)).map(({ resource }) => String(resource.id)),
    ),
  };

  function prepare(
    deployment: Deployment,
    { conditions, isEmpty, count, cursor }: SearchRequest,
  ): Prepared<(Row & Merged)[]> | undefined {
    if (isEmpty) return undefined;
    const named = conditions.filter(({ shape }) => shape === 'patients').map(({ value }) => String(value));
    const [ids] = named;
    if (!ids) throw badParameter(of[0] ?? 'patient', `${type} is searched by patient, or by _id`);
    const page = async (rows: (Row & Merged)[]) => {
      const wanted = rows.filter(
        (row) => row.deleted_at === null && named.every((list) => isNamed(row, JSON.parse(list))),
      );
      const all = (await Promise.all(wanted.map((row) => partsOf(row, deployment))))
        .flat()
        .filter(({ resource }) => conditions.every(({ refine }) => refine?.(resource) ?? true));
      const start = offsetIn(cursor);
      const shown = fitting(
        all.slice(start, start + count).map((one, n) => ({ found: { ...one, cursor: String(start + n + 1) } })),
      );
      const end = start + shown.length;
      return { matches: shown.map(({ found }) => found), included: [], next: end < all.length ? String(end) : null };
    };
    return { query: rowsOf({ ids }), page };
  }
}

function offsetIn(cursor: string | undefined): number {
  if (cursor === undefined) return 0;
  if (!/^\d{1,6}$/.test(cursor)) throw badParameter('_cursor', 'should be that of a link');
  return Number(cursor);
}

const updatedParameter = instantParameter(
  'updated',
  'When the record of the patient was last changed',
  ({ meta }) => meta?.lastUpdated,
);
