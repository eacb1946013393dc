/** Visits, also of the past: what a status without a time asks for is taken as a POST takes it. */
import * as z from 'zod';
import type { ServiceContext } from '../../context';
import { AppError, type Fault, InvalidError } from '../../errors';
import { endOf } from '../../resources/appointment/rules';
import { AppointmentFields, type AppointmentInput } from '../../resources/appointment/schemas';
import { createAppointment } from '../../resources/appointment/service';
import { hasTime } from '../../rules/appointment-status';
import { DAY } from '../../rules/clock';
import { instant } from '../../rules/datetime';
import { recordOf } from '../../rules/fields-of';
import { fault, isObject, name, optional, uuid } from '../../schemas/fields';
import type { ForeignIdentifier } from '../../schemas/identifier';
import { claimsOfIdentifiers, external_id, withExternalId } from './external';
import type { Claim, Importer, Prepared } from './importer';
import { type Known, knownOf, type Reference } from './references';
import { faultInRow, orError, type PlaceOf, readRow, rethrowInRow } from './rows';

const ENTITY = 'Appointment';

/** The doctor's time, a key for each day of it. A visit without a type has no buffers, and no room. */
function claimsOfTime({ settings }: ServiceContext, input: AppointmentInput): Claim[] {
  const { doctor_id, schedule, status, expected_duration_minutes } = input;
  if (settings.DOUBLE_BOOKING !== 'reject' || !hasTime(status) || schedule === undefined) return [];
  const from = instant(schedule, settings.TIME_ZONE);
  const until = endOf(from, expected_duration_minutes);
  const [first, last] = [Math.floor(from / DAY), Math.floor((until - 1) / DAY)];
  return Array.from({ length: last - first + 1 }, (_, n) => ({
    key: `time:${doctor_id}:${first + n}`,
    field: 'schedule',
    msg: 'The doctor has another appointment at that time, in this file',
    type: 'overlap',
    ...{ from, until },
  }));
}

/** @param identifiers besides the external id */
export const preparedAppointment = (
  ctx: ServiceContext,
  source: string,
  external_id: string | null,
  input: AppointmentInput,
  identifiers: ForeignIdentifier[] | null,
): Prepared => ({
  external_id,
  claims: [...claimsOfIdentifiers(ENTITY, 'identifier', identifiers), ...claimsOfTime(ctx, input)],
  person: null,
  create: async (ctx, idempotency) =>
    createAppointment(ctx, input, withExternalId(idempotency, 'appointment', source, external_id), identifiers),
});

const REFERRED = ['patient', 'doctor', 'department'] as const;
export type Referred = (typeof REFERRED)[number];

const externalOf = (entity: Referred) => `${entity}_external_id` as const;
const idOf = (entity: Referred) => `${entity}_id` as const;

const references = recordOf(REFERRED.map((entity) => [externalOf(entity), optional(name)] as const));
const ids = recordOf(REFERRED.map((entity) => [idOf(entity), optional(uuid)] as const));

const { type_id: _, resource_id: __, cancel_reason: ___, ...visit } = AppointmentFields.shape;

const hasOne = (entity: Referred) =>
  z.refine<Row>((row) => ((row[idOf(entity)] ?? null) === null) !== ((row[externalOf(entity)] ?? null) === null), {
    path: [externalOf(entity)],
    ...fault('value_error', `Exactly one of ${idOf(entity)} and ${externalOf(entity)} should be given`),
    when: ({ value }) => isObject(value),
  });

const Unchecked = z.object({ external_id, ...visit, ...ids, ...references });
type Row = z.output<typeof Unchecked>;
const AppointmentRow = Unchecked.check(...REFERRED.map(hasOne));

/** What refuses it, by the codes of errors. */
const FIELDS = new Map<unknown, string>([
  ...(['overlap', 'closed', 'held'] as const).map((code) => [code, 'schedule'] as const),
  ...(['deceased', 'merged'] as const).map((code) => [code, 'patient'] as const),
]);

const placesIn = (row: Row): PlaceOf => {
  const given = (entity: Referred) => [row[idOf(entity)] === null ? externalOf(entity) : idOf(entity)];
  return ({ code }, entity) => {
    const field = entity?.toLowerCase() ?? FIELDS.get(code);
    const referred = REFERRED.find((one) => one === field);
    if (referred) return given(referred);
    return field === undefined ? undefined : [field];
  };
};

/** The ids of all to which it refers. @throws InvalidError naming those that the source has not brought */
function idsOf(row: Row, known: Known) {
  const missing: Fault[] = [];
  const ids = recordOf(
    REFERRED.map((entity) => {
      const value = row[externalOf(entity)];
      const id = row[idOf(entity)] ?? (value === null ? undefined : known({ entity, value }));
      if (id === undefined)
        missing.push(faultInRow([externalOf(entity)], 'Nothing of the source has this id', 'reference_not_found'));
      return [idOf(entity), id ?? ''] as const;
    }),
  );
  if (missing.length > 0) throw new InvalidError(missing);
  return ids;
}

const PLAIN = { type_id: null, resource_id: null, hold_id: null };

const referencesOf = (row: Row | AppError): Reference[] =>
  row instanceof AppError
    ? []
    : REFERRED.flatMap((entity) => {
        const value = row[externalOf(entity)];
        return value === null ? [] : [{ entity, value }];
      });

function prepared(ctx: ServiceContext, source: string, row: Row, known: Known): Prepared {
  const { external_id, patient_external_id: _, doctor_external_id: __, department_external_id: ___, ...sent } = row;
  const input = { ...sent, ...PLAIN, ...idsOf(row, known) };
  const { create, ...rest } = preparedAppointment(ctx, source, external_id, input, null);
  const rethrow = rethrowInRow(placesIn(row));
  return { ...rest, create: (ctx, idempotency) => create(ctx, idempotency).catch(rethrow) };
}

export const appointments: Importer = {
  fields: AppointmentRow,
  prepare: async (ctx, records, source) => {
    const rows = records.map((record) => orError(() => readRow(AppointmentRow, record)));
    const known = await knownOf(ctx, source, rows.flatMap(referencesOf));
    return rows.map((row) => (row instanceof AppError ? row : orError(() => prepared(ctx, source, row, known))));
  },
};
