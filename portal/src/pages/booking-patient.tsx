import type { RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { Moving } from '../booking';
import { formatDay, formatSpan, nameOf } from '../format';
import type { Loaded } from '../hooks';
import { t } from '../i18n';
import { Button } from '../ui/button';
import { PatientField } from '../ui/patient-field';
import { Alert, Loading } from '../ui/status';
import type { Patient } from './patient';
import { Warnings } from './patient-warnings';

interface Props {
  /** empty for nobody yet */
  id: string;
  patient: Loaded<Patient | null>;
  /** an appointment of the patient, who then stays the same */
  moving: Moving['appointment'] | undefined;
  onChoose: (id: string | undefined) => void;
}

/** For whom is booked, with what the desk should know of them; or the field in which they are looked for. */
export function BookingPatient({ id, patient, moving, onChoose }: Props) {
  return (
    <>
      {id && <Loading of={patient} />}
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
            {!moving && <Button onClick={() => onChoose(undefined)}>{t.booking.change}</Button>}
          </div>
          <Warnings patient={patient.data} />
          {patient.data.deceased_at && <Alert>{t.errors.codes.deceased}</Alert>}
        </>
      ) : (
        !moving && <PatientField onChoose={({ id }) => onChoose(id)} />
      )}
      {moving && (
        <p>
          <span class="muted">{t.booking.movedFrom}</span>
          <br />
          <strong>
            {formatDay(moving.schedule)} · {formatSpan(moving.schedule, moving.expected_duration_minutes)}
          </strong>
          <br />
          <bdi>{moving.doctor && nameOf(moving.doctor)}</bdi> · <bdi>{moving.department?.name}</bdi>
        </p>
      )}
    </>
  );
}

type Section = RefObject<HTMLElement | null>;

/** The field in which one chooses a patient and the button for another one take each other's place. */
export const patientFieldIn = (section: Section): HTMLElement | null | undefined =>
  section.current?.querySelector<HTMLElement>('.chosen button, [role="combobox"]');

/** What takes the place of the field takes the focus along, once the patient is there. @returns what chooses */
export function useFocusOfPatient(section: Section, patient: unknown, choose: (id: string | undefined) => void) {
  const isChoosing = useRef(false);
  useEffect(() => {
    if (isChoosing.current) patientFieldIn(section)?.focus();
    isChoosing.current = false;
  }, [patient]);
  return (id: string | undefined) => {
    isChoosing.current = true;
    choose(id);
  };
}
