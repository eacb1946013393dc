/**
 * What is taken of an Appointment that another system books. As with a Patient, what has no place here is refused by its name
 * (422) and never dropped.
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
import {
  Coding,
  elementWithOriginal,
  faultAt,
  Identifier,
  identifiersIn,
  resourceShape,
  string,
} from '../elements/schemas';
import { FhirError } from '../errors';
import { foundOf } from '../search/run';
import type { Found, Writing } from '../served-type';
import { type AppointmentRow, appointmentType, FOLLOW_UP, V2_APPOINTMENT_TYPE } from './appointment';

/** FHIR's instant: with seconds and a zone (hl7.org/fhir/R4/datatypes.html#instant). */
const time = z
  .string()
  .refine(
    (value) => isDatetime(value) && /T\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/.test(value),
    'An instant is expected, with its zone, as 2026-11-25T09:00:00+01:00',
  );

const reference = z.strictObject({ reference: string });

const AppointmentResource = z.strictObject({
  ...resourceShape('Appointment'),
  identifier: listOf(Identifier).optional(),
  status: z.enum(APPOINTMENT_CODES),
  _status: elementWithOriginal.optional(),
  appointmentType: z
    .strictObject({
      coding: z
        .array(
          Coding.extend({
            system: z.literal(V2_APPOINTMENT_TYPE, `Of ${V2_APPOINTMENT_TYPE} alone is a code kept`),
            code: z.literal(FOLLOW_UP, `${FOLLOW_UP} alone is kept; other kinds of visits are a text`),
          }),
        )
        .max(1, `One code is kept, ${FOLLOW_UP}`)
        .optional(),
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

/** Ids by type, each with its place among the participants. */
function participantsOf({ participant }: AppointmentResource, deployment: Deployment, faults: Fault[]) {
  const before = faults.length;
  const named: Partial<Record<Participant, { id: string; n: number }>> = {};
  participant.forEach(({ actor }, n) => {
    const refuse = (msg: string) => faults.push(faultAt(['participant', n, 'actor', 'reference'], msg));
    const one = referred(actor.reference, deployment);
    const type = TYPES.find((known) => known === one?.type);
    if (!one || !type) refuse(`One of ${TYPES.join(', ')} of this server is expected, as Patient/id`);
    else if (named[type]) refuse(`One ${type} takes part`);
    else named[type] = { id: one.id, n };
  });
  // One that is not understood may be the one that is missing.
  const missing = faults.length === before ? TYPES.filter((type) => !named[type]) : [];
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
  if (!one || doctor === undefined) return;
  const known = referred(one.reference, deployment);
  if (known?.type !== 'Slot' || known.id !== `${doctor}.${instant(start, 'UTC')}`)
    faults.push(faultAt(['slot', 0, 'reference'], 'should be a Slot of the doctor, with this start'));
}

/** @throws InvalidError naming the elements */
function fromFhir(
  sent: AppointmentResource,
  deployment: Deployment,
): { input: AppointmentInput; identifiers: ForeignIdentifier[] | null } {
  const faults: Fault[] = [];
  const { foreign } = identifiersIn(sent.identifier, deployment, {}, faults);
  const { Patient, Practitioner, HealthcareService } = participantsOf(sent, deployment, faults);
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
    is_follow_up: (sent.appointmentType?.coding ?? []).length > 0,
    expected_duration_minutes: minutes,
  });
  const actor = (one: { n: number } | undefined) => ['participant', one?.n ?? 0, 'actor', 'reference'];
  const places: Readonly<Record<string, (string | number)[]>> = {
    ...{ type: ['appointmentType', 'text'], status: ['_status'], schedule: ['start'] },
    ...{ patient_id: actor(Patient), doctor_id: actor(Practitioner), department_id: actor(HealthcareService) },
    expected_duration_minutes: [sent.minutesDuration === undefined ? 'end' : 'minutesDuration'],
  };
  // That a participant is missing is said already.
  if (faults.length === 0)
    for (const { path, message } of error?.issues ?? []) faults.push(faultAt(places[String(path[0])] ?? [], message));
  if (!data || faults.length > 0) throw new InvalidError(faults);
  return { input: data, identifiers: foreign };
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
  idempotency: Idempotency | null,
): Promise<Found> {
  const { input, identifiers } = fromFhir(sent, deployment);
  const created = await createAppointment(ctx, input, idempotency, identifiers).catch(rethrowReference);
  const { record, version, kept } = created;
  const starts_at = instant(record.schedule, ctx.settings.TIME_ZONE);
  const row: AppointmentRow = {
    ...record,
    ...{ version, identifiers, deleted_at: null, cancel_reason: kept.cancel_reason },
    ...{ starts_at, ends_at: endOf(starts_at, record.expected_duration_minutes) },
    ...{ created_at: Date.parse(kept.created_at), updated_at: Date.parse(kept.updated_at) },
  };
  return foundOf(appointmentType, row, deployment);
}

export const appointmentWriting: Writing<AppointmentResource> = { schema: AppointmentResource, create };
