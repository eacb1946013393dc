import { pageOf, type Schema } from 'hospital-service-client';
import { formatDate, isolated, nameOf } from '../format';
import { t } from '../i18n';
import { asSearched } from '../search-text';
import { hospital } from '../session';
import { Combobox, type Matches } from './combobox';

export type Patient = Schema<'ListedPatient'>;

const SHOWN = 10;

async function search(text: string, signal: AbortSignal): Promise<Matches<Patient>> {
  return pageOf(
    await hospital.GET('/patient/', { params: { query: { search: asSearched(text), limit: SHOWN } }, signal }),
  );
}

interface Props {
  label?: string;
  onChoose: (patient: Patient) => void;
}

/** Finds a patient by whatever is on a form: name, phone number, birth date, registration number. */
export function PatientField({ label = t.booking.patient, onChoose }: Props) {
  return (
    <Combobox
      label={label}
      hint={t.booking.patientHint}
      search={search}
      keyOf={({ id }) => id}
      textOf={(patient) => ({
        name: nameOf(patient),
        note: [
          patient.reg_number,
          patient.dob && formatDate(patient.dob),
          patient.phone_number && isolated(patient.phone_number),
        ]
          .filter(Boolean)
          .join(' · '),
      })}
      onChoose={onChoose}
    />
  );
}
