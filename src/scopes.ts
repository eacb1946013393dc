import { may } from './auth/permissions';
import { type Access, scopesOf } from './auth/scopes';
import type { Actor } from './context';
import { FHIR_TYPES, type FhirType } from './fhir-types';

/** What logins are narrowed to, and all that programs may do: SMART's scopes over the FHIR types of the service. */
export const { covers, grantsNeeded, permissionOf, readScope, scopesFor, within } = scopesOf(FHIR_TYPES);

export type FhirAccess = Access<FhirType>;

/** Whether a resource of the type may be shown to an account along with others. */
export const maySee = (actor: Actor | null | undefined, type: FhirType): boolean =>
  Boolean(actor && may(actor.role, permissionOf(type, 'r')) && covers(actor, { type, interaction: 'r' }));

/** Whether all resources of the type may be handed out: what a search would find. */
export const mayExport = (actor: Actor | null | undefined, type: FhirType): boolean =>
  Boolean(actor && maySee(actor, type) && covers(actor, { type, interaction: 's' }));

/** Characters of a scope that is sent. */
export const SCOPE_MAX = 1_000;
