/** DocumentReference (hl7.org/fhir/R4/documentreference.html): a file. Its bytes are a Binary. */
import { and, isNull, not, sql } from 'drizzle-orm';
import { patientOf } from '../../access-log/table';
import { FILE_OWNERS, file } from '../../db/schema/file';
import type { FhirType } from '../../fhir-types';
import { isOfReachable } from '../../resources/file/queries';
import { mediaTypeOf } from '../../resources/file/rules';
import {
  type Deployment,
  elementOf,
  type Reference,
  type Resource,
  referenceTo,
  textOnly,
} from '../elements/datatypes';
import { zoned } from '../elements/time';
import type { Parameter } from '../search/condition';
import { constantParameter } from '../search/constants';
import { referenceParameter } from '../search/parameters';
import { timeParameter } from '../search/time-parameters';
import { referredId } from '../search/values';
import type { Access, RowMeta, StoredType } from '../served-type';
import { entityFields } from './fields';

const ofNoPatient = sql.raw(
  Object.entries(FILE_OWNERS)
    .flatMap(([entity, rows]) => (rows.of === 'hospital' ? [`'${entity}'`] : []))
    .join(', '),
);

export const fileFields = {
  ...entityFields(file),
  // Out of reach, it is as if it had been deleted with its patient.
  deleted_at: sql<
    number | null
  >`iif(${and(isNull(file.deleted_at), not(isOfReachable))}, ${file.updated_at}, ${file.deleted_at})`.as('deleted_at'),
  patient_id: sql<
    string | null
  >`iif(${file.entity} in (${ofNoPatient}), null, ${patientOf(sql`${file.entity_id}`)})`.as('patient_id'),
  entity: file.entity,
  entity_id: file.entity_id,
  stored_under: file.stored_under,
  type: file.type,
  extension: file.extension,
  name: file.name,
  size: file.size,
  created_at: file.created_at,
};

export type FileRow = RowMeta & { patient_id: string | null } & Pick<
    typeof file.$inferSelect,
    'entity' | 'entity_id' | 'stored_under' | 'type' | 'extension' | 'name' | 'size' | 'created_at'
  >;

const SUBJECTS: Readonly<Record<string, FhirType>> = { patient: 'Patient', doctor: 'Practitioner' };
const RELATED: Readonly<Record<string, FhirType>> = {
  appointment: 'Appointment',
  invoice: 'Invoice',
  department: 'Organization',
};

const ownerIn = (types: Readonly<Record<string, FhirType>>, { entity, entity_id }: FileRow): Reference[] => {
  const type = types[entity];
  return type ? [referenceTo(type, entity_id)] : [];
};

export const accessTo = ({ id, patient_id }: FileRow): Access => ({ id, of: patient_id });

export const subjectOf = (row: FileRow): Reference | undefined => ownerIn(SUBJECTS, row)[0];

const toFhir = (row: FileRow, deployment: Deployment): Resource => ({
  resourceType: 'DocumentReference',
  id: row.id,
  status: 'current',
  type: textOnly(row.type),
  subject: subjectOf(row),
  date: zoned(row.created_at, deployment.timeZone),
  content: [
    {
      attachment: {
        contentType: mediaTypeOf(row.extension),
        url: `${deployment.url}/Binary/${row.id}`,
        size: row.size,
        title: row.name,
      },
    },
  ],
  context: { related: ownerIn(RELATED, row) },
});

const isOfPatient = /^Patient\//;

/** Owners of all types are one column: the resource says which one it is. */
const ownerParameter = (
  documentation: string,
  types: readonly FhirType[],
  referencesIn: (resource: Resource) => readonly (Reference | undefined)[],
): Parameter => {
  const to = Object.fromEntries(types.map((type) => [type, file.entity_id]));
  const parameter = referenceParameter({ documentation, to });
  return {
    ...parameter,
    condition: (or, deployment, modifier) => {
      const condition = parameter.condition(or, deployment, modifier);
      const meant = or
        .flatMap((value) => referredId(value, types, deployment.url) ?? [])
        .flatMap(({ type = modifier, id }) => (type ? [type] : types).map((one) => `${one}/${id}`));
      // A patient who is not named was found by a record that was merged.
      const isMeant = (reference: string) =>
        meant.includes(reference) || (isOfPatient.test(reference) && meant.some((one) => isOfPatient.test(one)));
      const refine = (resource: Resource) => referencesIn(resource).some((one) => isMeant(one?.reference ?? ''));
      return condition && { ...condition, refine };
    },
  };
};

const subjectIn = (resource: Resource) => [elementOf<Reference>(resource, 'subject')];
const relatedIn = (resource: Resource) => elementOf<{ related?: Reference[] }>(resource, 'context')?.related ?? [];

export const documentReferenceType: StoredType<FileRow> = {
  type: 'DocumentReference',
  table: file,
  fields: fileFields,
  live: sql`${and(isNull(file.deleted_at), isOfReachable)}`,
  deletions: { at: file.deleted_at },
  updated: file.updated_at,
  toFhir,
  access: accessTo,
  mandatory: ['status', 'content'],
  parameters: {
    patient: ownerParameter('The patient', ['Patient'], subjectIn),
    subject: ownerParameter('The patient or doctor', ['Patient', 'Practitioner'], subjectIn),
    related: ownerParameter(
      'The appointment, invoice or department',
      ['Appointment', 'Invoice', 'Organization'],
      relatedIn,
    ),
    status: constantParameter('current', { system: 'http://hl7.org/fhir/document-reference-status', code: 'current' }),
    date: timeParameter(file.created_at, { documentation: 'When it was uploaded', indexed: false }),
  },
  includes: { patient: { to: 'Patient', column: file.entity_id } },
};
