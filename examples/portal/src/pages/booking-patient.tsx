import type { RefObject } from 'preact';
import { nameOf } from '../format';
import type { Loaded } from '../hooks';
import { t } from '../i18n';
import { Button } from '../ui/button';
import { PatientField } from '../ui/patient-field';
import { Alert, Loading } from '../ui/status';
import type { Patient } from './patient';
import { Warnings } from './patient-warnings';

interface Props {
  patient: Loaded<Patient | null>;
  onChoose: (id: string | undefined) => void;
}

/** For whom is booked, with what the desk should know of them; or the field in which they are looked for. */
export function BookingPatient({ patient, onChoose }: Props) {
  return (
    <>
      <Loading of={patient} />
      {patient.data ? (
        <>
          <div class="row chosen">
            <div>
              <span class="muted">{t.booking.patient}</span>
              <br />
              <bdi>
                <strong>{nameOf(patient.data)}</strong>
              </bdi>{' '}
              <span class="muted unbroken">{patient.data.reg_number}</span>
            </div>
            <Button onClick={() => onChoose(undefined)}>{t.booking.change}</Button>
          </div>
          <Warnings patient={patient.data} />
          {patient.data.deceased_at && <Alert>{t.errors.codes.deceased}</Alert>}
        </>
      ) : (
        <PatientField onChoose={({ id }) => onChoose(id)} />
      )}
    </>
  );
}

/** The field in which one chooses a patient and the button for another one take each other's place. */
export const patientFieldIn = (section: RefObject<HTMLElement | null>): HTMLElement | null | undefined =>
  section.current?.querySelector<HTMLElement>('.chosen button, [role="combobox"]');
