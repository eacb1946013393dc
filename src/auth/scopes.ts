import type { Actor } from '../context';
import { may, type Permission } from './permissions';

/** The permission that a FHIR type needs: of this subject. */
export const FHIR_TYPES = {
  Patient: 'patient',
  Observation: 'patient',
  Condition: 'patient',
  Procedure: 'patient',
  MedicationStatement: 'patient',
  AllergyIntolerance: 'patient',
  RelatedPerson: 'patient',
  Practitioner: 'doctor',
  PractitionerRole: 'doctor',
  Organization: 'department',
  HealthcareService: 'department',
  Appointment: 'appointment',
  Composition: 'note',
  Invoice: 'invoice',
  PaymentNotice: 'payment',
  ChargeItemDefinition: 'catalog',
  DocumentReference: 'file',
  Binary: 'file',
  Schedule: 'hours',
  Slot: 'hours',
  AuditEvent: 'audit',
} as const;
export type FhirType = keyof typeof FHIR_TYPES;

/** In the letters of SMART App Launch 2.0, and the words of permissions. */
const VERBS = { c: 'create', r: 'read', u: 'update', d: 'delete', s: 'read' } as const;
const ALL = Object.keys(VERBS).join('');
export type Interaction = Exclude<keyof typeof VERBS, 'd'>;

export interface FhirAccess {
  type: FhirType;
  interaction: Interaction;
}

/** Does not compile as a permission where there is none: `file:create`. */
export const permissionOf = <T extends FhirType, I extends Interaction>(
  type: T,
  interaction: I,
): `${(typeof FHIR_TYPES)[T]}:${(typeof VERBS)[I]}` => `${FHIR_TYPES[type]}:${VERBS[interaction]}`;

interface Grant {
  /** or `*` */
  type: string;
  letters: string;
}

const SCOPE = /^user\/(\*|\w+)\.(read|write|\*|(?=.)c?r?u?d?s?)$/;
/** Of SMART App Launch 1.0. */
const VERSION_1: Record<string, string> = { read: 'rs', write: 'cud', '*': ALL };

function grantOf(scope: string): Grant | undefined {
  const [, type = '', access = ''] = SCOPE.exec(scope) ?? [];
  const isType = type === '*' || Object.hasOwn(FHIR_TYPES, type);
  return isType ? { type, letters: VERSION_1[access] ?? access } : undefined;
}

/** Clients of SMART ask for these whatever they need: RFC 6749 3.3 lets the server grant less. */
const NOT_GRANTED = new Set([
  'openid',
  'fhirUser',
  'profile',
  'offline_access',
  'online_access',
  'launch',
  'launch/patient',
]);

const partsOf = (scope: string): string[] => [...new Set(scope.split(' ').filter(Boolean))];

/** @returns in the order sent, each once: what is granted, and what the service does not know */
export function readScope(sent: string): { granted: string[]; unknown: string[] } {
  const parts = partsOf(sent);
  const granted = parts.filter(grantOf);
  return { granted, unknown: parts.filter((part) => !granted.includes(part) && !NOT_GRANTED.has(part)) };
}

const parsed = new WeakMap<Actor, Grant[]>();

/** Once for each token, as a verified one keeps its actor. */
function grantsOf(actor: Actor, scope: string): Grant[] {
  const grants = parsed.get(actor) ?? partsOf(scope).flatMap((part) => grantOf(part) ?? []);
  parsed.set(actor, grants);
  return grants;
}

/** Whoever writes a doctor may choose the password of an account: its logins would not be narrowed. */
const WRITES_ACCOUNTS: ReadonlySet<Permission> = new Set(['doctor:create', 'doctor:update']);

/** All types of the subject, as a full patient has its conditions; everything, where FHIR has no word for the permission. */
function grantsNeeded(permission: Permission): Grant[] {
  const [subject, verb] = permission.split(':');
  const types = Object.entries(FHIR_TYPES).flatMap(([type, of]) => (of === subject ? [type] : []));
  const letters = Object.entries(VERBS).flatMap(([letter, of]) => (of === verb ? [letter] : []));
  return types.length === 0 || letters.length === 0 || WRITES_ACCOUNTS.has(permission)
    ? [{ type: '*', letters: ALL }]
    : types.map((type) => ({ type, letters: letters.join('') }));
}

const grants = (given: Grant[], needed: Grant): boolean =>
  [...needed.letters].every((letter) =>
    given.some(({ type, letters }) => (type === '*' || type === needed.type) && letters.includes(letter)),
  );

/**
 * Whether what a login was narrowed to has this: true for one that was not. What the role allows is asked apart.
 * @param isRead of the own account a narrowed login sees everything and changes nothing
 */
export function covers(
  actor: Actor,
  needed: Permission | 'account' | FhirAccess,
  { isRead = false }: { isRead?: boolean } = {},
): boolean {
  if (actor.scope === undefined) return true;
  if (needed === 'account') return isRead;
  const given = grantsOf(actor, actor.scope);
  return typeof needed === 'string'
    ? grantsNeeded(needed).every((each) => grants(given, each))
    : grants(given, { type: needed.type, letters: needed.interaction });
}

/** Whether resources of the type may be shown to an account: along with others, or in an export. */
export const maySee = (actor: Actor | null | undefined, type: FhirType): boolean =>
  Boolean(actor && may(actor.role, permissionOf(type, 'r')) && covers(actor, { type, interaction: 'r' }));
