import { pageOf, type Schema } from 'hospital-service-client';
import { joined, nameOf } from '../format';
import { t } from '../i18n';
import { formatAge, formatBorn } from '../people';
import { asSearched } from '../search-text';
import { hospital } from '../session';
import { Combobox, type ComboboxProps, type Matches } from './combobox';

export type Patient = Schema<'ListedPatient'>;

const SHOWN = 10;

async function search(text: string, signal: AbortSignal): Promise<Matches<Patient>> {
  return pageOf(
    await hospital.GET('/patient/', { params: { query: { search: asSearched(text), limit: SHOWN } }, signal }),
  );
}

/** What tells two of one name apart. */
const noteOf = (patient: Patient): string =>
  joined([patient.reg_number, formatBorn(patient), formatAge(patient), patient.phone_number]);

type Props = { label?: string } & Pick<ComboboxProps<Patient>, 'onChoose' | 'fills' | 'before' | 'otherwise'>;

/** Finds a patient by whatever is on a form: name, phone number, birth date, registration number. */
export function PatientField({ label = t.booking.patient, ...rest }: Props) {
  return (
    <Combobox
      {...rest}
      label={label}
      hint={t.booking.patientHint}
      search={search}
      keyOf={({ id }) => id}
      textOf={(patient) => ({ name: nameOf(patient), note: noteOf(patient) })}
    />
  );
}
