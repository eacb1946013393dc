/** Creates and updates of an Appointment, by the services of the hospital. What is taken of one: appointment-input.ts. */
import { eq } from 'drizzle-orm';
import type { ServiceContext } from '../../context';
import type { Idempotency } from '../../db/idempotency';
import { appointmentType as visitType } from '../../db/schema/calendar';
import { db, type Inputs, statement } from '../../db/statement';
import { readThenWrite } from '../../db/update-record';
import {
  AppError,
  ConflictError,
  MergedError,
  NotFoundError,
  OutdatedError,
  ReferenceNotFoundError,
} from '../../errors';
import { patchAppointment } from '../../resources/appointment/change';
import { endOf } from '../../resources/appointment/rules';
import { AppointmentInput, AppointmentPatch, type CalendarAppointment } from '../../resources/appointment/schemas';
import { createAppointment } from '../../resources/appointment/service';
import { instant } from '../../rules/datetime';
import type { ForeignIdentifier } from '../../schemas/identifier';
import type { Deployment } from '../elements/datatypes';
import { FhirError } from '../errors';
import { foundOf, storedReads } from '../search/run';
import type { Found, Writing, Written } from '../served-type';
import { appointmentType } from './appointment';
import { changesOf, checked, readAppointment } from './appointment-input';
import { AppointmentResource } from './appointment-resource';

const nameOfType = statement((p: Inputs<{ id: string }>) =>
  db.select({ name: visitType.name }).from(visitType).where(eq(visitType.id, p.id)),
);

/** As the resource is read again. @param starts_at epoch milliseconds */
async function written(
  ctx: ServiceContext,
  deployment: Deployment,
  record: Omit<CalendarAppointment, 'files'>,
  version: number,
  starts_at: number,
  identifiers: ForeignIdentifier[] | null,
): Promise<Found> {
  const { type_id = null, resource_id = null } = record;
  const type = type_id === null ? undefined : await ctx.db.first(nameOfType({ id: type_id }));
  const row = {
    ...record,
    ...{ reason: record.reason ?? null, notes: record.notes ?? null },
    ...{ version, identifiers, deleted_at: null, type_id, type_name: type?.name ?? null, resource_id },
    ...{ starts_at, ends_at: endOf(starts_at, record.expected_duration_minutes) },
    ...{ created_at: Date.parse(record.created_at), updated_at: Date.parse(record.updated_at) },
  };
  return foundOf(appointmentType, row, deployment);
}

/** Where in the resource it is what a rule of the hospital refuses, by the code of the error. */
const ELEMENTS = new Map<unknown, string>([
  ['merged', 'participant'],
  ['reference_not_found', 'participant'],
  ['transition', 'status'],
  ['deceased', 'participant'],
  ['in_use', 'participant'],
  ['overlap', 'start'],
  ['closed', 'start'],
  ['held', 'start'],
  ['not_offered', 'start'],
  ['no_resource', 'participant'],
  ['retired', 'serviceType'],
]);

/** Undefined where it is about no element. */
export function elementOf(error: AppError): string | undefined {
  const isType = error instanceof ReferenceNotFoundError && error.entities[0] === 'Type';
  return isType ? 'serviceType' : ELEMENTS.get(error.code);
}

/** What is referred to is part of what was sent: 422 where it is not there, or is another record by now. */
function rethrowPlaced(error: unknown): never {
  const element = error instanceof AppError && elementOf(error);
  if (!element) throw error;
  const expression = `Appointment.${element}`;
  if (error instanceof MergedError) throw new FhirError(422, 'deleted', error.message, { expression });
  if (error instanceof ReferenceNotFoundError) throw new FhirError(422, 'not-found', error.message, { expression });
  if (error instanceof ConflictError) throw new FhirError(409, 'conflict', error.message, { expression });
  throw new FhirError(422, 'business-rule', error.message, { expression });
}

/** What a create takes of one. @throws InvalidError naming the elements */
export function readNew(sent: AppointmentResource, deployment: Deployment, isLenient: boolean) {
  const taken = readAppointment(sent, deployment, isLenient);
  const { fields: input, leftOut } = checked(AppointmentInput, taken.input, taken, isLenient);
  return { input, identifiers: taken.identifiers, leftOut };
}

async function create(
  ctx: ServiceContext,
  deployment: Deployment,
  sent: AppointmentResource,
  isLenient: boolean,
  idempotency: Idempotency | null,
): Promise<Written> {
  const { input, identifiers, leftOut } = readNew(sent, deployment, isLenient);
  const created = await createAppointment(ctx, input, idempotency, identifiers).catch(rethrowPlaced);
  const { record, version, kept } = created;
  const starts_at = instant(record.schedule, ctx.settings.TIME_ZONE);
  return { found: await written(ctx, deployment, { ...record, ...kept }, version, starts_at, identifiers), leftOut };
}

const { read } = storedReads(appointmentType);

/** @throws NotFoundError, OutdatedError, InvalidError, FhirError naming the element */
function update(
  ctx: ServiceContext,
  deployment: Deployment,
  sent: AppointmentResource,
  isLenient: boolean,
  id: string,
  if_version: number | null,
): Promise<Written> {
  const stored = async () => {
    const { resource, version } = await read(ctx, deployment, id).catch((error) => {
      throw error instanceof FhirError && error.status === 404 ? new NotFoundError('Appointment', id) : error;
    });
    return { version, record: AppointmentResource.parse(resource) };
  };
  return readThenWrite('Appointment', { id, if_version }, stored, async (shown, target) => {
    const taken = readAppointment(sent, deployment, isLenient, shown);
    const changes = changesOf(sent, taken, shown, readAppointment(shown, deployment, isLenient, shown));
    const { fields, leftOut } = checked(AppointmentPatch, changes.fields, taken, isLenient);
    try {
      const { version, record } = await patchAppointment(ctx, target, fields, changes.identifiers);
      // Of a time that stays, the text may mean another instant in the time zone of today.
      const starts_at = instant(fields.schedule ?? shown.start, ctx.settings.TIME_ZONE);
      return { found: await written(ctx, deployment, record, version, starts_at, taken.identifiers), leftOut };
    } catch (error) {
      if (error instanceof OutdatedError && if_version === null) return undefined;
      // It is there, or it would not have been read.
      if (error instanceof NotFoundError)
        throw new FhirError(410, 'deleted', `The patient of Appointment/${id} was deleted: it stays as it is`);
      rethrowPlaced(error);
    }
  });
}

export const appointmentWriting: Writing<AppointmentResource> = { schema: AppointmentResource, create, update };
