/** To what an Appointment refers that another system sends: who takes part, where, and the type as which it is planned. */

import { ownName } from '../../db/systems';
import type { Fault } from '../../errors';
import { canonicalUuid } from '../../rules/uuid';
import type { Deployment } from '../elements/datatypes';
import { noPlaceAt, type Path, passedOver, refusedOf } from '../elements/left-out';
import { faultAt } from '../elements/schemas';
import { type AppointmentResource, ServiceTypes } from './appointment-resource';

/** Of these each takes part, and a Location may. */
const TYPES = ['Patient', 'Practitioner', 'HealthcareService'] as const;
const KNOWN = [...TYPES, 'Location'] as const;
type Participant = (typeof KNOWN)[number];

/** `Type/id`, or an address of this server. */
export function referred(sent: string, { url }: Deployment): { type: string; id: string } | undefined {
  const local = sent.startsWith(`${url}/`) ? sent.slice(url.length + 1) : sent;
  const [type, id, ...more] = local.split('/');
  return type && id && more.length === 0 ? { type, id } : undefined;
}

const conceptsOf = ({ serviceType }: AppointmentResource) => ServiceTypes.safeParse(serviceType).data ?? [];

/**
 * The type as which it is planned, by the coding of ours; others say nothing here. Its text is the type's name, whatever is sent.
 * @returns undefined where there is none: it stays as it is
 */
export function plannedAs(
  sent: AppointmentResource,
  { systems }: Deployment,
  shown: AppointmentResource | undefined,
  faults: Fault[],
): { type_id: string | undefined; path: Path } | undefined {
  const isOwn = ({ system }: { system?: string | undefined }) =>
    system !== undefined && ownName(system, systems) === 'appointment-type';
  const msg = `Of ${systems['appointment-type']} alone is a code kept, and one`;
  const concepts = conceptsOf(sent);
  const at = concepts.findIndex(({ coding }) => coding?.some(isOwn));
  const concept = concepts[at];
  if (!concept) {
    if (sent.serviceType !== undefined) faults.push(noPlaceAt(['serviceType'], msg));
    return undefined;
  }
  const { coding = [], text, ...others } = concept;
  const own = coding.findIndex(isOwn);
  const { system: _, code, display, ...more } = coding[own] ?? {};
  const path = ['serviceType', at];
  const ofCoding = [...path, 'coding', own];
  faults.push(
    ...concepts.flatMap((_, n) => (n === at ? [] : [noPlaceAt(['serviceType', n], msg)])),
    ...coding.flatMap((_, n) => (n === own ? [] : [noPlaceAt([...path, 'coding', n], msg)])),
    ...Object.keys(others).map((name) => noPlaceAt([...path, name], 'It is not kept')),
    ...Object.keys(more).map((name) => noPlaceAt([...ofCoding, name], 'It is not kept')),
    ...passedOver({ display }, ['display'], ofCoding),
    ...(text === (shown && conceptsOf(shown)[0]?.text) ? [] : passedOver({ text }, ['text'], path)),
  );
  return { type_id: code, path: [...ofCoding, 'code'] };
}

/** Ids by type, each with its place among the participants. */
export function participantsOf(
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
    const type = KNOWN.find((known) => known === one?.type);
    const expected = `One of ${KNOWN.join(', ')} of this server is expected, as Patient/id`;
    const isRoom = type === 'Location';
    if (!one) wrong.push(faultAt(path, expected));
    else if (!type) wrong.push(noPlaceAt(path, expected));
    // Other systems send what they call a place, which is none of ours.
    else if (isRoom && !canonicalUuid(one.id)) wrong.push(noPlaceAt(path, 'It is no Location of this server'));
    else if (isRoom && named.Location) wrong.push(noPlaceAt(path, 'One Location is kept'));
    else if (named[type]) wrong.push(faultAt(path, `One ${type} takes part`));
    else named[type] = { id: one.id, n };
  });
  faults.push(...wrong);
  // One that is not understood may be the one that is missing.
  const missing = refusedOf(wrong, isLenient).length === 0 ? TYPES.filter((type) => !named[type]) : [];
  for (const type of missing) faults.push(faultAt(['participant'], `One ${type} is expected`));
  return named;
}
