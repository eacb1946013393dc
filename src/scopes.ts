import { may } from './auth/permissions';
import { type Access, scopesOf } from './auth/scopes';
import type { Actor } from './context';
import { FHIR_TYPES, type FhirType } from './fhir-types';

/** What logins are narrowed to, and all that programs may do: SMART's scopes over the FHIR types of the service. */
export const { covers, permissionsIn, permissionOf, readScope, within } = scopesOf(FHIR_TYPES);

export type FhirAccess = Access<FhirType>;

/** Whether resources of the type may be shown to an account: along with others, or in an export. */
export const maySee = (actor: Actor | null | undefined, type: FhirType): boolean =>
  Boolean(actor && may(actor.role, permissionOf(type, 'r')) && covers(actor, { type, interaction: 'r' }));
