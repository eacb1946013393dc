/**
 * What is taken of an Appointment that another system books. As with a Patient, what has no place here is never dropped unnamed
 * (elements/left-out.ts).
 */
import * as z from 'zod';
import type { ServiceContext } from '../../context';
import type { Idempotency } from '../../db/idempotency';
import { type Fault, InvalidError, MergedError, ReferenceNotFoundError } from '../../errors';
import { endOf } from '../../resources/appointment/rules';
import { AppointmentInput } from '../../resources/appointment/schemas';
import { createAppointment } from '../../resources/appointment/service';
import { MINUTE } from '../../rules/clock';
import { instant, isDatetime } from '../../rules/datetime';
import { listOf } from '../../schemas/fields';
import type { ForeignIdentifier } from '../../schemas/identifier';
import { APPOINTMENT_CODES, APPOINTMENT_STATUSES, appointmentWord, codeOf } from '../elements/codes';
import { type Deployment, originalOf } from '../elements/datatypes';
import { leftOutOf, noPlaceAt, passedOver, refusedOf } from '../elements/left-out';
import {
  Coding,
  elementWithOriginal,
  faultAt,
  Identifier,
  identifiersIn,
  passedOverIn,
  resourceShape,
  string,
} from '../elements/schemas';
import { FhirError } from '../errors';
import { foundOf } from '../search/run';
import type { Writing, Written } from '../served-type';
import { type AppointmentRow, appointmentType, FOLLOW_UP, V2_APPOINTMENT_TYPE } from './appointment';

/** FHIR's instant: with seconds and a zone (hl7.org/fhir/R4/datatypes.html#instant). */
const time = z
  .string()
  .refine(
    (value) => isDatetime(value) && /T\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/.test(value),
    'An instant is expected, with its zone, as 2026-11-25T09:00:00+01:00',
  );

/** Of whom it names, `display` is what the sender calls them. */
const reference = z.strictObject({ reference: string, display: string.optional() });

const AppointmentResource = z.strictObject({
  ...resourceShape('Appointment'),
  identifier: listOf(Identifier).optional(),
  status: z.enum(APPOINTMENT_CODES),
  _status: elementWithOriginal.optional(),
  appointmentType: z
    .strictObject({
      coding: listOf(Coding).optional(),
      text: string.optional(),
    })
    .optional(),
  slot: z.array(reference).max(1, 'One slot is booked').optional(),
  start: time,
  end: time.optional(),
  minutesDuration: z.int().min(1).optional(),
  participant: listOf(
    z.strictObject({
      actor: reference,
      status: z.literal('accepted', 'Who takes part has accepted: nobody is asked'),
    }),
  ),
});
type AppointmentResource = z.output<typeof AppointmentResource>;

const PARTICIPANTS = { Patient: 'patient_id', Practitioner: 'doctor_id', HealthcareService: 'department_id' } as const;
type Participant = keyof typeof PARTICIPANTS;
const TYPES = ['Patient', 'Practitioner', 'HealthcareService'] as const satisfies readonly Participant[];

/** `Type/id`, or an address of this server. */
function referred(sent: string, { url }: Deployment): { type: string; id: string } | undefined {
  const local = sent.startsWith(`${url}/`) ? sent.slice(url.length + 1) : sent;
  const [type, id, ...more] = local.split('/');
  return type && id && more.length === 0 ? { type, id } : undefined;
}

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

/** Ids by type, each with its place among the participants. */
function participantsOf(
  { participant }: AppointmentResource,
  deployment: Deployment,
  isLenient: boolean,
  faults: Fault[],
) {
  const wrong: Fault[] = [];
  const named: Partial<Record<Participant, { id: string; n: number }>> = {};
  participant.forEach(({ actor }, n) => {
    const path = ['participant', n, 'actor', 'reference'];
    faults.push(...passedOver(actor, ['display'], ['participant', n, 'actor']));
    const one = referred(actor.reference, deployment);
    const type = TYPES.find((known) => known === one?.type);
    const expected = `One of ${TYPES.join(', ')} of this server is expected, as Patient/id`;
    if (!one) wrong.push(faultAt(path, expected));
    else if (!type) wrong.push(noPlaceAt(path, expected));
    else if (named[type]) wrong.push(faultAt(path, `One ${type} takes part`));
    else named[type] = { id: one.id, n };
  });
  faults.push(...wrong);
  // One that is not understood may be the one that is missing.
  const missing = refusedOf(wrong, isLenient).length === 0 ? TYPES.filter((type) => !named[type]) : [];
  for (const type of missing) faults.push(faultAt(['participant'], `One ${type} is expected`));
  return named;
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

/** @throws InvalidError naming the elements */
function fromFhir(
  sent: AppointmentResource,
  deployment: Deployment,
  isLenient: boolean,
): { input: AppointmentInput; identifiers: ForeignIdentifier[] | null; leftOut: Fault[] } {
  const faults: Fault[] = passedOverIn(sent);
  const { foreign } = identifiersIn(sent.identifier, deployment, {}, faults);
  const { Patient, Practitioner, HealthcareService } = participantsOf(sent, deployment, isLenient, faults);
  const minutes = minutesOf(sent, faults);
  requireSlot(sent, Practitioner?.id, deployment, faults);
  const original = originalOf(sent._status);
  if (original !== undefined && codeOf(APPOINTMENT_STATUSES, original) !== sent.status)
    faults.push(faultAt(['_status'], 'says another status'));
  const { data, error } = AppointmentInput.safeParse({
    type: sent.appointmentType?.text,
    status: original ?? appointmentWord(sent.status),
    ...{ patient_id: Patient?.id, doctor_id: Practitioner?.id, department_id: HealthcareService?.id },
    schedule: sent.start,
    is_follow_up: isFollowUp(sent, faults),
    expected_duration_minutes: minutes,
  });
  const actor = (one: { n: number } | undefined) => ['participant', one?.n ?? 0, 'actor', 'reference'];
  const places: Readonly<Record<string, (string | number)[]>> = {
    ...{ type: ['appointmentType', 'text'], status: ['_status'], schedule: ['start'] },
    ...{ patient_id: actor(Patient), doctor_id: actor(Practitioner), department_id: actor(HealthcareService) },
    expected_duration_minutes: [sent.minutesDuration === undefined ? 'end' : 'minutesDuration'],
  };
  // That a participant is missing is said already.
  const leftOut = leftOutOf(faults, isLenient);
  const wrong = error?.issues.map(({ path, message }) => faultAt(places[String(path[0])] ?? [], message));
  if (!data) throw new InvalidError(wrong ?? []);
  return { input: data, identifiers: foreign, leftOut };
}

/** What is referred to is part of what was sent: 422 where it is not there, or is another record by now. */
function rethrowReference(error: unknown): never {
  if (!(error instanceof ReferenceNotFoundError || error instanceof MergedError)) throw error;
  const code = error instanceof MergedError ? 'deleted' : 'not-found';
  throw new FhirError(422, code, error.message, { expression: 'Appointment.participant' });
}

/** As the resource is read again. */
async function create(
  ctx: ServiceContext,
  deployment: Deployment,
  sent: AppointmentResource,
  isLenient: boolean,
  idempotency: Idempotency | null,
): Promise<Written> {
  const { input, identifiers, leftOut } = fromFhir(sent, deployment, isLenient);
  const created = await createAppointment(ctx, input, idempotency, identifiers).catch(rethrowReference);
  const { record, version, kept } = created;
  const starts_at = instant(record.schedule, ctx.settings.TIME_ZONE);
  const row: AppointmentRow = {
    ...record,
    ...{ version, identifiers, deleted_at: null, cancel_reason: kept.cancel_reason },
    ...{ starts_at, ends_at: endOf(starts_at, record.expected_duration_minutes) },
    ...{ created_at: Date.parse(kept.created_at), updated_at: Date.parse(kept.updated_at) },
  };
  return { found: foundOf(appointmentType, row, deployment), leftOut };
}

export const appointmentWriting: Writing<AppointmentResource> = { schema: AppointmentResource, create };
