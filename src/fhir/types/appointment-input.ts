/**
 * What is taken of an Appointment that another system sends. As with a Patient, what has no place here is never dropped unnamed
 * (elements/left-out.ts); what we ourselves send is taken back.
 */
import type * as z from 'zod';
import { type Fault, InvalidError } from '../../errors';
import { endOf } from '../../resources/appointment/rules';
import { MINUTE } from '../../rules/clock';
import { instant } from '../../rules/datetime';
import { APPOINTMENT_STATUSES, appointmentWord, codeOf } from '../elements/codes';
import { type Deployment, originalOf } from '../elements/datatypes';
import { leftOutOf, noPlaceAt, type Path, passedOver } from '../elements/left-out';
import { faultAt, identifiersIn, passedOverIn } from '../elements/schemas';
import { FOLLOW_UP, V2_APPOINTMENT_TYPE } from './appointment';
import { participantsOf, plannedAs, referred } from './appointment-references';
import type { AppointmentResource } from './appointment-resource';

/** Whether it is one, by the only code that is kept. */
function isFollowUp({ appointmentType }: AppointmentResource, faults: Fault[]): boolean {
  let is = false;
  for (const [n, { system, code }] of (appointmentType?.coding ?? []).entries()) {
    const path = ['appointmentType', 'coding', n];
    if (system !== V2_APPOINTMENT_TYPE)
      faults.push(noPlaceAt([...path, 'system'], `Of ${V2_APPOINTMENT_TYPE} alone is a code kept`));
    else if (code !== FOLLOW_UP)
      faults.push(noPlaceAt([...path, 'code'], `${FOLLOW_UP} alone is kept; other kinds of visits are a text`));
    else is = true;
  }
  return is;
}

/** @returns null where the hospital's usual time is meant */
function minutesOf({ start, end, minutesDuration }: AppointmentResource, faults: Fault[]): number | null {
  if (end === undefined) return minutesDuration ?? null;
  const [from, until] = [instant(start, 'UTC'), instant(end, 'UTC')];
  const minutes = minutesDuration ?? (until - from) / MINUTE;
  if (endOf(from, minutes) !== until) {
    const msg =
      minutesDuration === undefined
        ? 'should be a minute behind the start at least'
        : 'should be minutesDuration behind the start';
    faults.push(faultAt(['end'], msg));
    return null;
  }
  return minutes;
}

/** A slot is the doctor's time from its start on, and says no more than the appointment itself. */
function requireSlot(
  { slot, start }: AppointmentResource,
  doctor: string | undefined,
  deployment: Deployment,
  faults: Fault[],
) {
  const [one] = slot ?? [];
  if (!one) return;
  faults.push(...passedOver(one, ['display'], ['slot', 0]));
  if (doctor === undefined) return;
  const known = referred(one.reference, deployment);
  if (known?.type !== 'Slot' || known.id !== `${doctor}.${instant(start, 'UTC')}`)
    faults.push(faultAt(['slot', 0, 'reference'], 'should be a Slot of the doctor, with this start'));
}

/** @returns null where there is none; undefined where there was nothing to take: it stays as it is */
function reasonOf({ reasonCode = [] }: AppointmentResource, faults: Fault[]): string | null | undefined {
  const [first, ...others] = reasonCode;
  faults.push(...others.map((_, n) => noPlaceAt(['reasonCode', n + 1], 'One reason is kept')));
  return first ? first.text : null;
}

/** @returns undefined where the status has none */
function cancelReasonOf({ status, cancelationReason }: AppointmentResource, isNew: boolean, faults: Fault[]) {
  if (cancelationReason === undefined) return status === 'cancelled' ? null : undefined;
  const path = ['cancelationReason'];
  if (isNew) faults.push(noPlaceAt(path, 'Book it first: an update cancels it, and says why'));
  else if (status !== 'cancelled') faults.push(faultAt(path, 'Only an appointment that is cancelled has one'));
  return cancelationReason.text;
}

/** @param shown as the appointment is read, which a create does not have */
export function readAppointment(
  sent: AppointmentResource,
  deployment: Deployment,
  isLenient: boolean,
  shown?: AppointmentResource,
) {
  const faults: Fault[] = passedOverIn(sent);
  const { foreign } = identifiersIn(sent.identifier, deployment, {}, faults);
  const { Patient, Practitioner, HealthcareService, Location } = participantsOf(sent, deployment, isLenient, faults);
  const planned = plannedAs(sent, deployment, shown, faults);
  const minutes = minutesOf(sent, faults);
  requireSlot(sent, Practitioner?.id, deployment, faults);
  const original = originalOf(sent._status);
  if (original !== undefined && codeOf(APPOINTMENT_STATUSES, original) !== sent.status)
    faults.push(faultAt(['_status'], 'says another status'));
  if (sent.created !== undefined && Date.parse(sent.created) !== Date.parse(shown?.created ?? ''))
    faults.push(noPlaceAt(['created'], 'The service says itself when it was made'));
  const input = {
    // What a create leaves out, its type fills.
    type: sent.appointmentType?.text ?? (shown && null),
    status: original ?? appointmentWord(sent.status),
    ...{ patient_id: Patient?.id, doctor_id: Practitioner?.id, department_id: HealthcareService?.id },
    schedule: sent.start,
    is_follow_up: isFollowUp(sent, faults),
    expected_duration_minutes: minutes ?? (shown && null),
    ...{ type_id: planned?.type_id, resource_id: Location?.id },
    reason: reasonOf(sent, faults),
    notes: sent.comment ?? null,
    cancel_reason: cancelReasonOf(sent, shown === undefined, faults),
  };
  const actor = (one: { n: number } | undefined) => ['participant', one?.n ?? 0, 'actor', 'reference'];
  /** Where in the resource the fields are, to say where a fault is. */
  const places: Readonly<Record<string, Path>> = {
    ...{ type: ['appointmentType', 'text'], status: ['_status'], schedule: ['start'] },
    ...{ patient_id: actor(Patient), doctor_id: actor(Practitioner), department_id: actor(HealthcareService) },
    ...{ resource_id: actor(Location), type_id: planned?.path ?? [] },
    ...{ reason: ['reasonCode', 0, 'text'], notes: ['comment'], cancel_reason: ['cancelationReason', 'text'] },
    expected_duration_minutes: [sent.minutesDuration === undefined ? 'end' : 'minutesDuration'],
  };
  return { input, identifiers: foreign, places, faults };
}
type Read = ReturnType<typeof readAppointment>;

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/**
 * What is to change. What comes back as it is shown stays as it is stored: a time in the words in which it was sent, a status in
 * those of the hospital, the minutes where it has the hospital's usual ones.
 */
export function changesOf(sent: AppointmentResource, read: Read, shown: AppointmentResource, same: Read) {
  const input: Partial<Read['input']> = { ...read.input };
  if (instant(sent.start, 'UTC') === instant(shown.start, 'UTC')) input.schedule = same.input.schedule;
  if (sent.status === shown.status && sent._status === undefined) input.status = same.input.status;
  const before = new Map(Object.entries(same.input));
  const isOtherType = input.type_id !== undefined && input.type_id !== same.input.type_id;
  // A type that is named anew would fill these: what is sent wins.
  const filled = isOtherType ? ['type', 'expected_duration_minutes'] : [];
  const fields = Object.fromEntries(
    Object.entries(input).filter(([name, value]) =>
      filled.includes(name) ? value !== null : value !== undefined && !isSame(value, before.get(name)),
    ),
  );
  return { fields, identifiers: isSame(read.identifiers, same.identifiers) ? undefined : read.identifiers };
}

/** @returns the fields as the schema reads them, and what is left out. @throws InvalidError naming the elements */
export function checked<S extends z.ZodType>(schema: S, fields: object, { places, faults }: Read, isLenient: boolean) {
  const { data, error } = schema.safeParse(fields);
  // That a participant is missing is said already.
  const leftOut = leftOutOf(faults, isLenient);
  if (error)
    throw new InvalidError(error.issues.map(({ path, message }) => faultAt(places[String(path[0])] ?? [], message)));
  return { fields: data, leftOut };
}
