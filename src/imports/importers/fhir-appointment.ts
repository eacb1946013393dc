/** References of its participants are external ids of the source. Rooms, slots and types of another system are none of ours. */
import type { ServiceContext } from '../../context';
import { AppError, InvalidError } from '../../errors';
import type { Deployment } from '../../fhir/elements/datatypes';
import { AppointmentResource } from '../../fhir/types/appointment-resource';
import { elementOf, readNew } from '../../fhir/types/appointment-writing';
import { namesOf } from '../../rules/fields-of';
import { canonicalUuid } from '../../rules/uuid';
import { preparedAppointment, type Referred } from './appointment';
import { readResource } from './fhir';
import type { Importer, Prepared } from './importer';
import { type Known, knownOf, type Reference } from './references';
import { faultInRow, orError, type PlaceOf, rethrowInRow } from './rows';

const ENTITIES = {
  Patient: 'patient',
  Practitioner: 'doctor',
  HealthcareService: 'department',
} as const satisfies Record<string, Referred>;

interface Row {
  resource: AppointmentResource;
  external_id: string | null;
}

/** `Type/id`, also behind the address of another server. What is at an address of this one is meant as it stands. */
function referenceIn(sent: string, { url }: Deployment): (Reference & { type: keyof typeof ENTITIES }) | undefined {
  const [, base = '', name, value] = /^(.*\/)?([A-Za-z]+)\/([A-Za-z0-9.-]{1,64})$/.exec(sent) ?? [];
  const type = namesOf(ENTITIES).find((one) => one === name);
  return type && value && base !== `${url}/` ? { type, entity: ENTITIES[type], value } : undefined;
}

const referencesOf = (row: Row | AppError, deployment: Deployment): Reference[] =>
  row instanceof AppError
    ? []
    : row.resource.participant.flatMap(({ actor }) => referenceIn(actor.reference, deployment) ?? []);

const placeIn = (n: number) => ['participant', n, 'actor', 'reference'];

/** An id of this server, where the source knows none of that kind: those who work here may be there before its patients are. */
function withIds({ resource }: Row, deployment: Deployment, known: Known): AppointmentResource {
  const missing: number[] = [];
  const participant = resource.participant.map((one, n) => {
    const reference = referenceIn(one.actor.reference, deployment);
    if (!reference) return one;
    const id = known(reference) ?? canonicalUuid(reference.value);
    if (id === undefined) missing.push(n);
    return { ...one, actor: { ...one.actor, reference: `${reference.type}/${id}` } };
  });
  const msg = 'Nothing of the source has this id';
  if (missing.length > 0)
    throw new InvalidError(missing.map((n) => faultInRow(placeIn(n), msg, 'reference_not_found')));
  return { ...resource, participant, slot: undefined };
}

const placesIn =
  ({ participant }: AppointmentResource): PlaceOf =>
  (error, entity) => {
    const type = namesOf(ENTITIES).find((one) => ENTITIES[one] === entity?.toLowerCase());
    const n = participant.findIndex(({ actor }) => type && actor.reference.includes(`${type}/`));
    const element = elementOf(error);
    return n >= 0 ? placeIn(n) : element === undefined ? undefined : [element];
  };

const NOT_OURS = { type_id: null, resource_id: null };

function prepared(ctx: ServiceContext, source: string, row: Row, deployment: Deployment, known: Known): Prepared {
  const resource = withIds(row, deployment, known);
  const { input, identifiers } = readNew(resource, deployment, true);
  const { create, claims, ...rest } = preparedAppointment(
    ctx,
    source,
    row.external_id,
    { ...input, ...NOT_OURS },
    identifiers,
  );
  const rethrow = rethrowInRow(placesIn(resource));
  return {
    ...rest,
    claims: claims.map((claim) => (claim.field === 'schedule' ? { ...claim, field: 'start' } : claim)),
    create: (ctx, idempotency) => create(ctx, idempotency).catch(rethrow),
  };
}

export const fhirAppointments: Importer = {
  fields: null,
  prepare: async (ctx, records, source, deployment) => {
    const rows = records.map((record) => orError(() => readResource(AppointmentResource, record)));
    const asked = rows.flatMap((row) => referencesOf(row, deployment));
    const known = await knownOf(ctx, source, asked);
    return rows.map((row) =>
      row instanceof AppError ? row : orError(() => prepared(ctx, source, row, deployment, known)),
    );
  },
};
