// Scopes in the letters of SMART App Launch 2.0. The FHIR types that they name are handed in, by src/scopes.ts.
import type { Actor } from '../context';
import { CLIENT_ROLE, type Permission } from './permissions';

/** In SMART's letters, and the words of permissions. */
const VERBS = { c: 'create', r: 'read', u: 'update', d: 'delete', s: 'read' } as const;
const ALL = Object.keys(VERBS).join('');
export type Interaction = Exclude<keyof typeof VERBS, 'd'>;

export interface Access<Type extends string> {
  type: Type;
  interaction: Interaction;
}

/** What a scope begins with: of a person who logs in, or of a program. */
export type Level = 'user' | 'system';
export const levelOf = ({ role }: Actor): Level => (role === CLIENT_ROLE ? 'system' : 'user');

/** As a scope is sent: `user/Patient.rs`. */
export const scopeText = (level: Level, { type, letters }: Grant): string => `${level}/${type}.${letters}`;

export interface Grant {
  /** or `*` */
  type: string;
  letters: string;
}

const SCOPE = /^(user|system)\/(\*|\w+)\.(read|write|\*|(?=.)c?r?u?d?s?)$/;
/** Of SMART App Launch 1.0. */
const VERSION_1: Record<string, string> = { read: 'rs', write: 'cud', '*': ALL };

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

/** Of permissions, where FHIR's is another one: a file is uploaded, a DocumentReference created. */
const WORDS: Record<string, string> = { upload: 'create' };

/** What is read, or made, by these is of many types: each is asked for by itself, and one of them is enough to begin. */
const BY_TYPE: Partial<Record<Permission, string>> = { 'event:read': 'rs', 'export:run': 'rs', 'import:run': 'c' };
/** What it needs of any type; undefined for a permission of certain types. */
export const lettersOfAny = (permission: Permission): string | undefined => BY_TYPE[permission];

/** Whoever writes a doctor may choose the password of an account: its logins would not be narrowed. */
const WRITES_ACCOUNTS: ReadonlySet<Permission> = new Set(['doctor:create', 'doctor:update']);

const grants = (given: Grant[], needed: Grant): boolean =>
  [...needed.letters].every((letter) =>
    given.some(({ type, letters }) => (type === '*' || type === needed.type) && letters.includes(letter)),
  );

/** What both grant. */
function common(one: Grant, other: Grant): Grant[] {
  const type = one.type === '*' ? other.type : one.type;
  const isOneType = other.type === '*' || other.type === type;
  const letters = [...one.letters].filter((letter) => other.letters.includes(letter)).join('');
  return isOneType && letters !== '' ? [{ type, letters }] : [];
}

/** @param types by name: the subject of the permission that each needs */
export function scopesOf<const Types extends Record<string, string>>(types: Types) {
  type Type = keyof Types & string;

  function grantOf(scope: string, level: Level): Grant | undefined {
    const [, prefix, type = '', access = ''] = SCOPE.exec(scope) ?? [];
    const isType = type === '*' || Object.hasOwn(types, type);
    return prefix === level && isType ? { type, letters: VERSION_1[access] ?? access } : undefined;
  }

  const grantsIn = (scope: string, level: Level): Grant[] =>
    partsOf(scope).flatMap((part) => grantOf(part, level) ?? []);

  /** @returns in the order sent, each once: what is granted, and what the service does not know */
  function readScope(sent: string, level: Level = 'user'): { granted: string[]; unknown: string[] } {
    const parts = partsOf(sent);
    const granted = parts.filter((part) => grantOf(part, level));
    return { granted, unknown: parts.filter((part) => !granted.includes(part) && !NOT_GRANTED.has(part)) };
  }

  /** What a program asks for of all that it may have: RFC 6749 3.3 lets the server grant less. @param asked as `readScope` grants it */
  function within(asked: readonly string[], all: string): string[] {
    const having = grantsIn(all, 'system');
    const parts = asked.flatMap((part) => {
      const wanted = grantsIn(part, 'system');
      return wanted.every((one) => grants(having, one))
        ? [part]
        : wanted.flatMap((one) => having.flatMap((other) => common(one, other))).map((one) => scopeText('system', one));
    });
    return [...new Set(parts)];
  }

  const parsed = new WeakMap<Actor, Grant[]>();

  /** Once for each token, as a verified one keeps its actor. */
  function grantsOf(actor: Actor, scope: string): Grant[] {
    const given = parsed.get(actor) ?? grantsIn(scope, levelOf(actor));
    parsed.set(actor, given);
    return given;
  }

  /** All types of the subject, as a full patient has its conditions; everything, where FHIR has no word for the permission. */
  function grantsNeeded(permission: Permission): Grant[] {
    const [subject, word = ''] = permission.split(':');
    const verb = WORDS[word] ?? word;
    const named = Object.entries(types).flatMap(([type, of]) => (of === subject ? [type] : []));
    const letters = Object.entries(VERBS).flatMap(([letter, of]) => (of === verb ? [letter] : []));
    return named.length === 0 || letters.length === 0 || WRITES_ACCOUNTS.has(permission)
      ? [{ type: '*', letters: ALL }]
      : named.map((type) => ({ type, letters: letters.join('') }));
  }

  /** All that a scope is worth to a program which has these permissions: one for each type. */
  function scopesFor(permissions: Iterable<Permission>): string[] {
    const needed = [...permissions].flatMap(grantsNeeded);
    return Object.keys(types).flatMap((type) => {
      const letters = [...ALL].filter((letter) =>
        needed.some((one) => one.type === type && one.letters.includes(letter)),
      );
      return letters.length > 0 ? [scopeText('system', { type, letters: letters.join('') })] : [];
    });
  }

  /**
   * Whether what a login was narrowed to has this: true for one that was not. What the role allows is asked apart.
   * @param isRead of the own account a narrowed login sees everything and changes nothing
   */
  function covers(
    actor: Actor,
    needed: Permission | 'account' | Access<Type>,
    { isRead = false }: { isRead?: boolean } = {},
  ): boolean {
    if (actor.scope === undefined) return levelOf(actor) === 'user';
    if (needed === 'account') return isRead;
    const given = grantsOf(actor, actor.scope);
    if (typeof needed !== 'string') return grants(given, { type: needed.type, letters: needed.interaction });
    const letters = lettersOfAny(needed);
    return letters
      ? Object.keys(types).some((type) => grants(given, { type, letters }))
      : grantsNeeded(needed).every((each) => grants(given, each));
  }

  /** Does not compile as a permission where there is none: `file:create`. */
  const permissionOf = <T extends Type, I extends Interaction>(
    type: T,
    interaction: I,
  ): `${Types[T]}:${(typeof VERBS)[I]}` => `${types[type]}:${VERBS[interaction]}`;

  return { readScope, within, covers, grantsNeeded, permissionOf, scopesFor };
}
