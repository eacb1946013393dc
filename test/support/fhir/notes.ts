import type { Actor } from '../../../src/context';
import type { BriefPerson } from '../../../src/schemas/brief';
import { make } from '../factories';
import { accountOf } from '../notes';
import { rows } from '../rows';

export interface Writer {
  /** of the record */
  id: string;
  as: Actor;
  brief: BriefPerson;
  /** as FHIR names them */
  reference: { reference: string; display?: string };
}

/** A doctor, with the account. */
export async function newWriter(): Promise<Writer> {
  const doctor = await make.doctor();
  const { id, reg_number, first_name, last_name } = doctor;
  return {
    id,
    as: accountOf(doctor),
    brief: { id, reg_number, first_name, last_name },
    reference: { reference: `Practitioner/${id}`, display: `${first_name} ${last_name}` },
  };
}

interface Given {
  text: string;
  title: string | null;
  signed_at: number | null;
  addenda: { text: string; by: Writer; signed_at: number }[];
}

export const SIGNED = Date.parse('2026-12-01T09:30:00Z');

/** Inserts a note directly into D1, as texts and times of any kind are wanted. It is signed, unless `signed_at` is null. */
export async function insertNote(
  by: Writer,
  visit: { id: string; patient_id: string },
  { text = 'Well.', title = null, signed_at = SIGNED, addenda = [] }: Partial<Given> = {},
): Promise<string> {
  const id = crypto.randomUUID();
  await rows(
    `INSERT INTO note (id, version, created_at, created_by, updated_at, updated_by, appointment_id, patient_id, doctor_id, title, text, signed_at, signed_by, addenda)
     VALUES (?1, 1, ?2, ?3, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)`,
    ...[id, Date.now(), by.as.id, visit.id, visit.patient_id, by.id, title, text, signed_at],
    signed_at === null ? null : JSON.stringify(by.brief),
    JSON.stringify(addenda.map(({ text, by, signed_at }) => ({ text, signed_by: by.brief, signed_at }))),
  );
  return id;
}
