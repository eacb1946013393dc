import type { Schema } from 'hospital-service-client';
import { useEffect, useRef } from 'preact/hooks';
import { aboutOf, bodyOfAbout, NOTHING } from '../about';
import type { Action } from '../actions';
import { useDraft } from '../drafts';
import { hasCode, messageOf } from '../errors';
import { now } from '../format';
import { useLoad } from '../hooks';
import { t } from '../i18n';
import { loadRecord } from '../records';
import { linkTo } from '../router';
import { may } from '../session';
import { Button } from '../ui/button';
import { Alert } from '../ui/status';
import { Submit } from '../ui/submit';
import { WALK_IN } from '../walk-in';
import { AboutFields, fieldsOf } from './about-fields';
import { BookingPatient } from './booking-patient';
import type { Patient } from './patient';
import { BookedToday } from './walk-in-booked';
import { useWhere, WalkInStaff } from './walk-in-staff';

type Body = Schema<'AppointmentInput'> & Record<'doctor_id' | 'department_id', string>;

interface Props {
  given: string;
  /** was sent, and no answer came: nothing can change until it is known what became of it */
  lost: Body | undefined;
  action: Action;
  onCheckIn: (body: Body, patient: Patient) => Promise<void>;
  onClose: () => void;
}

export function WalkInForm({ given, lost, action, onCheckIn, onClose }: Props) {
  const nothing = { patient: given, department: '', doctor: '', ...NOTHING };
  const draft = useDraft(given ? `${WALK_IN} ${given}` : WALK_IN, nothing, () => t.walkIn.title);
  const id = lost?.patient_id ?? draft.value.patient;
  const patient = useLoad(async (signal) => (id ? loadRecord(id, signal) : null), [id]);
  const where = useWhere(lost ? { department: lost.department_id, doctor: lost.doctor_id } : draft.value);
  const { department, doctor } = where;
  const form = useRef<HTMLFormElement>(null);
  const isReady = Boolean(patient.data && !where.loading);

  /** What the eye looks for next: the patient, the department, the button. */
  const goOn = () =>
    form.current
      ?.querySelector<HTMLElement>('[role="combobox"]:enabled, .where select:has([value=""]:checked), [type="submit"]')
      ?.focus();
  // After the dialog has begun: it gives the focus to its first button.
  useEffect(() => queueMicrotask(goOn), []);
  useEffect(() => {
    if (isReady) goOn();
  }, [isReady]);

  const change = (next: Partial<typeof nothing>) => {
    if (!action.busy) action.reset();
    draft.set({ ...draft.value, ...next });
  };
  const missing = [
    !patient.data && t.booking.choosePatient,
    !department && !where.loading && t.walkIn.chooseDepartment,
    !doctor && !where.loading && t.walkIn.chooseDoctor,
    patient.data?.deceased_at && t.errors.codes.deceased,
  ].filter(Boolean);

  function submit(event: Event) {
    event.preventDefault();
    const who = patient.data;
    if (lost && who) return void action.run(() => send(lost, who));
    if (missing.length > 0 || !who) return goOn();
    const body = { patient_id: id, department_id: department, doctor_id: doctor, ...bodyOfAbout(draft.value) };
    void action.run(() => send({ ...body, status: 'CHECKED_IN', schedule: now().slice(0, 16) }, who));
  }

  async function send(body: Body, who: Patient) {
    await onCheckIn(body, who);
    draft.clear();
  }

  const { error } = action;
  const isTaken = hasCode(error, 'overlap', 'closed', 'held');
  const told = error === undefined ? undefined : isTaken ? t.walkIn.notNow : messageOf(error);
  return (
    <form ref={form} class="check-in" onSubmit={submit}>
      <fieldset class="whole" disabled={lost !== undefined}>
        <BookingPatient
          id={id}
          patient={patient}
          moving={undefined}
          onChoose={(chosen) => change({ patient: chosen ?? '' })}
        />
        {!id && may('patient:create') && (
          <p>
            <a href={linkTo('/patients/new', { for: WALK_IN })} onClick={onClose}>
              {t.walkIn.register}
            </a>
          </p>
        )}
        {patient.data && may('appointment:read') && <BookedToday patient={id} onOpen={onClose} />}
        <AboutFields field={fieldsOf(lost ? aboutOf(lost) : draft.value, change, action.error)} />
        <WalkInStaff where={where} onChange={change} />
      </fieldset>
      {(lost || told) && (
        <Alert>
          {lost && t.lost.unknown} {told}
        </Alert>
      )}
      <div class="row end">
        <Button
          onClick={() => {
            draft.clear();
            onClose();
          }}
        >
          {t.cancel}
        </Button>
        <Submit
          missing={missing.join(' ') || undefined}
          busy={action.busy || where.loading || (id !== '' && patient.loading)}
        >
          {lost ? t.lost.findOut : t.walkIn.submit}
        </Submit>
      </div>
    </form>
  );
}
