/**
 * Composition (hl7.org/fhir/R4/composition.html): what a doctor has written about a visit. A draft is preliminary, and its
 * author's alone.
 */
import { and, eq, isNull, sql } from 'drizzle-orm';
import { existsLive } from '../../db/entity';
import { doctor } from '../../db/schema/doctor';
import { note } from '../../db/schema/note';
import { patient } from '../../db/schema/patient';
import { said } from '../../rules/said';
import type { BriefPerson } from '../../schemas/brief';
import type { CodeMap } from '../elements/codes';
import {
  conceptOf,
  type Deployment,
  elementOf,
  type Reference,
  type Resource,
  referenceTo,
} from '../elements/datatypes';
import { narrativeOf } from '../elements/narrative';
import { zoned } from '../elements/time';
import type { Parameter } from '../search/condition';
import { constantParameter } from '../search/constants';
import { codeParameter, referenceParameter } from '../search/parameters';
import { instantParameter } from '../search/time-parameters';
import type { RowMeta, StoredType } from '../served-type';
import { entityFields } from './fields';

const LOINC = { system: 'http://loinc.org', code: '11488-4' };
const CONSULT_NOTE = 'Consult note';

type Status = 'preliminary' | 'final' | 'amended';
const STATUSES: CodeMap<Status> = {
  words: { preliminary: ['preliminary'], final: ['final'], amended: ['amended'] },
  otherwise: 'final',
  fold: (text) => text,
};
const status = sql<Status>`iif(${note.signed_at} is null, 'preliminary', iif(${note.addenda} = '[]', 'final', 'amended'))`;

/** Notes are never deleted: with their patient they are out of reach. */
const isReachable = existsLive(patient, note.patient_id);

const fields = {
  ...entityFields(note),
  deleted_at: sql<number | null>`iif(${isReachable}, null, ${note.updated_at})`.as('deleted_at'),
  status: status.as('status'),
  appointment_id: note.appointment_id,
  patient_id: note.patient_id,
  doctor_id: note.doctor_id,
  title: note.title,
  text: note.text,
  signed_at: note.signed_at,
  signed_by: note.signed_by,
  addenda: note.addenda,
};

type Row = RowMeta & { status: Status } & Pick<typeof note.$inferSelect, Exclude<keyof typeof fields, 'status'>>;

const nameOf = ({ first_name, last_name }: BriefPerson) => `${first_name} ${last_name}`;
const signerOf = (by: BriefPerson): Reference => ({ ...referenceTo('Practitioner', by.id), display: nameOf(by) });

/** Who has signed what there is, the first one first. */
const signaturesOf = ({ signed_at, signed_by, addenda }: Row) => [
  ...(signed_at !== null && signed_by ? [{ signed_at, signed_by }] : []),
  ...addenda,
];

const toFhir = (row: Row, { timeZone }: Deployment): Resource => {
  const signatures = signaturesOf(row);
  const title = said(row.title) ?? CONSULT_NOTE;
  const section = (text: string, about: object) => {
    const div = narrativeOf(text);
    return div ? [{ ...about, text: { status: 'generated', div } }] : [];
  };
  return {
    ...{ resourceType: 'Composition', id: row.id, status: row.status },
    type: conceptOf(LOINC.system, LOINC.code, CONSULT_NOTE),
    subject: referenceTo('Patient', row.patient_id),
    date: zoned(signatures.at(-1)?.signed_at ?? row.updated_at, timeZone),
    author: [row.signed_by ? signerOf(row.signed_by) : referenceTo('Practitioner', row.doctor_id)],
    title,
    attester: signatures.map(({ signed_at, signed_by }) => ({
      ...{ mode: 'professional', time: zoned(signed_at, timeZone), party: signerOf(signed_by) },
    })),
    // There are no Encounters: the visit is an Appointment, which `encounter` cannot name.
    event: [{ detail: [referenceTo('Appointment', row.appointment_id)] }],
    section: [
      ...section(row.text, { title }),
      ...row.addenda.flatMap(({ text, signed_at, signed_by }) =>
        section(text, {
          title: `Addendum, ${nameOf(signed_by)}, ${zoned(signed_at, timeZone)}`,
          author: [signerOf(signed_by)],
        }),
      ),
    ],
  };
};

const ofPatient = referenceParameter({ documentation: 'The patient', to: { Patient: note.patient_id } });

/** No index has the authors alone: rows are looked at. */
function authorParameter(): Parameter {
  const parameter = referenceParameter({
    documentation: 'The author of the note',
    to: { Practitioner: note.doctor_id },
  });
  return {
    ...parameter,
    condition: (...sent) => {
      const condition = parameter.condition(...sent);
      return condition && { ...condition, access: undefined };
    },
  };
}

export const compositionType: StoredType<Row> = {
  type: 'Composition',
  table: note,
  fields,
  live: isReachable,
  scan: 800,
  seenBy: (reader) => {
    const ownDoctor = sql`(select ${doctor.id} from ${doctor} where ${and(eq(doctor.user_id, reader), isNull(doctor.deleted_at))})`;
    return sql`(${note.signed_at} is not null or ${note.doctor_id} = ${ownDoctor})`;
  },
  updated: note.updated_at,
  toFhir,
  access: ({ id, patient_id }) => ({ id, of: patient_id }),
  mandatory: ['status', 'type', 'date', 'author', 'title'],
  parameters: {
    patient: ofPatient,
    subject: ofPatient,
    author: authorParameter(),
    type: constantParameter('LOINC 11488-4', LOINC),
    status: codeParameter({
      documentation: 'preliminary (of one’s own), final or amended',
      system: 'http://hl7.org/fhir/composition-status',
      map: STATUSES,
      column: note.signed_at,
      folded: () => status,
    }),
    date: instantParameter('date', 'When it was signed last; of a draft, when it was changed', (resource) =>
      elementOf<string>(resource, 'date'),
    ),
  },
  includes: {
    patient: { to: 'Patient', column: note.patient_id },
    subject: { to: 'Patient', column: note.patient_id },
    author: { to: 'Practitioner', column: note.doctor_id },
  },
};
