import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test';
import { Hono } from 'hono';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { operationsOf } from '../../openapi/operations';
import { app } from '../../src/app';
import { may, PERMISSIONS, type Permission, ROLES, type Role } from '../../src/auth/permissions';
import { lettersOfAny } from '../../src/auth/scopes';
import { FHIR_TYPES } from '../../src/fhir-types';
import type { AppEnv } from '../../src/http/context';
import { endpoint } from '../../src/http/endpoint';
import { onError } from '../../src/http/errors';
import { covers, type FhirAccess, permissionOf, readScope } from '../../src/scopes';
import { accessOf } from '../support/access';
import { type CallOptions, call, refusal, testEnv, tokenOf } from '../support/client';
import { actorOf, programOf } from '../support/users';

const narrowed = (scope: string, role: Role = 'admin') => ({ ...actorOf(role), scope });
const TYPES = Object.keys(FHIR_TYPES);
const PATIENTS = 'Patient Observation Condition Procedure MedicationStatement AllergyIntolerance RelatedPerson'.split(
  ' ',
);

describe('readScope', () => {
  const GRANTED = [
    'user/Patient.rs',
    'user/*.r',
    'user/*.cruds',
    'user/Binary.c',
    'user/Slot.ud',
    'user/Patient.read',
    'user/Patient.write',
    'user/*.*',
  ];
  const IGNORED = 'openid fhirUser profile offline_access online_access launch launch/patient'.split(' ');
  const UNKNOWN = [
    'patient/*.rs',
    'patient/Patient.rs',
    'system/*.rs',
    'user/Encounter.rs',
    'user/constructor.r',
    'user/patient.rs',
    'user/Patient.sr',
    'user/Patient.rr',
    'user/Patient.',
    'user/Patient',
    'user/.rs',
    'user/*.rs?status=booked',
    'user/Observation.rs?category=laboratory',
    'user/Patient.reads',
    'User/Patient.rs',
    'launch/encounter',
    'user/Patient.rs,user/Slot.rs',
    'user/Patient.rs\n',
    '\u00a0',
    '*',
  ];

  it.each(GRANTED)('grants %s', (scope) => expect(readScope(scope)).toEqual({ granted: [scope], unknown: [] }));
  it.each(IGNORED)('passes over %s', (scope) => expect(readScope(scope)).toEqual({ granted: [], unknown: [] }));
  it.each(UNKNOWN)('does not know %j', (scope) => expect(readScope(scope)).toEqual({ granted: [], unknown: [scope] }));

  it('keeps the order sent, each once', () => {
    expect(readScope(' openid user/Slot.rs  user/*.c patient/*.rs user/Slot.rs launch x patient/*.rs ')).toEqual({
      granted: ['user/Slot.rs', 'user/*.c'],
      unknown: ['patient/*.rs', 'x'],
    });
  });
});

describe('covers', () => {
  const of = (scope: string, needed: Permission | 'account' | FhirAccess) => covers(narrowed(scope), needed);
  const letters = (scope: string) =>
    (['c', 'r', 'u', 's'] as const).filter((interaction) => of(scope, { type: 'Patient', interaction })).join('');

  it.each([
    ['user/Patient.rs', 'rs'],
    ['user/Patient.cud', 'cu'],
    ['user/*.r user/Patient.s', 'rs'],
    ['user/Patient.read', 'rs'],
    ['user/Patient.write', 'cu'],
    ['user/Patient.*', 'crus'],
    ['user/*.cruds', 'crus'],
    ['user/Slot.cruds', ''],
    // No login has these: the service signs what it grants.
    ['patient/*.rs', ''],
    ['', ''],
  ])('%s of a patient: %s', (scope, expected) => expect(letters(scope)).toBe(expected));

  it('everything, where a login is not narrowed', () => {
    for (const permission of PERMISSIONS) expect(covers(actorOf('none'), permission)).toBe(true);
    expect(covers(actorOf('none'), 'account')).toBe(true);
  });

  it('adds up the letters of all types, but not the types to everything', () => {
    expect(of('user/*.r user/*.cuds', 'patient:merge')).toBe(true);
    expect(of(TYPES.map((type) => `user/${type}.cruds`).join(' '), 'patient:merge')).toBe(false);
  });

  it.each(['export:run', 'event:read'] as const)('%s, of any type that it may read and search', (permission) => {
    expect(of('user/Invoice.rs', permission)).toBe(true);
    expect(of('user/*.read', permission)).toBe(true);
    expect(of('user/*.cud user/Invoice.r user/Patient.s', permission)).toBe(false);
  });

  it('import:run, of any type that it may create', () => {
    expect(of('user/Invoice.c', 'import:run')).toBe(true);
    expect(of('user/*.ruds', 'import:run')).toBe(false);
  });

  it('is asked of permissions that there are', () => {
    for (const subject of new Set(Object.values(FHIR_TYPES))) expect(PERMISSIONS).toContain(`${subject}:read`);
    const permissions: Permission[] = [
      permissionOf('Condition', 's'),
      permissionOf('Patient', 'u'),
      permissionOf('PaymentNotice', 'c'),
    ];
    expect(permissions).toEqual(['patient:read', 'patient:update', 'payment:create']);
    // @ts-expect-error there is no such permission
    const none: Permission = permissionOf('Binary', 'c');
    expect(PERMISSIONS).not.toContain(none);
  });
});

/** What each permission needs, written out: types and letters. */
const NEEDED: Partial<Record<Permission, [types: string[], letters: string]>> = {
  'department:read': [['Organization', 'HealthcareService'], 'rs'],
  'department:create': [['Organization', 'HealthcareService'], 'c'],
  'department:update': [['Organization', 'HealthcareService'], 'u'],
  'department:delete': [['Organization', 'HealthcareService'], 'd'],
  'patient:read': [PATIENTS, 'rs'],
  'patient:create': [PATIENTS, 'c'],
  'patient:update': [PATIENTS, 'u'],
  'patient:delete': [PATIENTS, 'd'],
  'doctor:read': [['Practitioner', 'PractitionerRole'], 'rs'],
  'doctor:delete': [['Practitioner', 'PractitionerRole'], 'd'],
  'file:read': [['DocumentReference', 'Binary'], 'rs'],
  'file:upload': [['DocumentReference', 'Binary'], 'c'],
  'file:delete': [['DocumentReference', 'Binary'], 'd'],
  'appointment:read': [['Appointment'], 'rs'],
  'appointment:create': [['Appointment'], 'c'],
  'appointment:update': [['Appointment'], 'u'],
  'note:read': [['Composition'], 'rs'],
  'hours:read': [['Schedule', 'Slot'], 'rs'],
  'hours:update': [['Schedule', 'Slot'], 'u'],
  'resource:read': [['Location'], 'rs'],
  'resource:create': [['Location'], 'c'],
  'resource:update': [['Location'], 'u'],
  'resource:delete': [['Location'], 'd'],
  'invoice:read': [['Invoice'], 'rs'],
  'invoice:create': [['Invoice'], 'c'],
  'invoice:update': [['Invoice'], 'u'],
  'payment:read': [['PaymentNotice'], 'rs'],
  'payment:create': [['PaymentNotice'], 'c'],
  'catalog:read': [['ChargeItemDefinition'], 'rs'],
  'catalog:create': [['ChargeItemDefinition'], 'c'],
  'catalog:update': [['ChargeItemDefinition'], 'u'],
  'catalog:delete': [['ChargeItemDefinition'], 'd'],
  'audit:read': [['AuditEvent'], 'rs'],
};

/** What no program may, whatever its scope: of accounts, which doctors have, too, and their feeds; of notes, which a doctor signs. */
const NEVER =
  /^(account|client|audit|profile|feed|webhook|messaging)\b|^doctor:(create|update|delete)$|^note:(write|hand-over)$/;

/** Each type with each letter and each word of version 1, and so with all types. */
const WORDS = { c: 'c', r: 'r', u: 'u', d: 'd', s: 's', read: 'rs', write: 'cud', '*': 'cruds' };
const SCOPES = [...TYPES, '*'].flatMap((type) =>
  Object.entries(WORDS).map(([word, letters]) => ({ scope: `system/${type}.${word}`, type, letters })),
);

it.each(PERMISSIONS)('%s is a program’s by the scope that it needs, of all that there are', (permission) => {
  const [types, letters] = NEEDED[permission] ?? [['*'], 'cruds'];
  const admitted = SCOPES.filter(({ scope }) => covers(programOf(scope), permission)).map(({ scope }) => scope);
  const expected = SCOPES.filter((one) => {
    const ofAny = lettersOfAny(permission);
    if (ofAny) return [...ofAny].every((letter) => one.letters.includes(letter));
    const isOfType = one.type === '*' || (types.length === 1 && types[0] === one.type);
    return isOfType && [...letters].every((letter) => one.letters.includes(letter));
  });
  expect(admitted).toEqual(expected.map(({ scope }) => scope));
  expect(may('client', permission)).toBe(!NEVER.test(permission));
  expect(covers(actorOf('client'), permission)).toBe(false);
});

/** By path: what its answers always show along, of other types. */
const ALONG: Record<string, string> = {
  '/calendar/summary': 'user/Practitioner.rs user/HealthcareService.rs',
  '/messages/{id}': 'user/Patient.r',
};

const scopeOf = (grants: [type: string, letters: string][]) =>
  grants.flatMap(([type, letters]) => (letters ? [`user/${type}.${letters}`] : [])).join(' ');

/** The narrowest scope that will do, and the widest that will not: each lacks one letter of one type. */
function scopesOf(permission: Permission): { enough: string; tooLittle: string[] } {
  if (permission === 'import:run') return { enough: 'user/Patient.c', tooLittle: ['user/*.ruds'] };
  if (lettersOfAny(permission))
    return { enough: 'user/Patient.rs', tooLittle: ['user/*.cud', 'user/*.r', 'user/Patient.s'] };
  const [types, letters] = NEEDED[permission] ?? [['*'], 'cruds'];
  const all = (types[0] === '*' ? ['*'] : TYPES).map((type): [string, string] => [type, 'cruds']);
  const lacking = types.flatMap((lacks) =>
    [...letters].map((letter) =>
      scopeOf(all.map(([type, granted]) => [type, type === lacks ? granted.replace(letter, '') : granted])),
    ),
  );
  const each = types[0] === '*' ? [TYPES.map((type) => `user/${type}.cruds`).join(' ')] : [];
  return { enough: scopeOf(types.map((type) => [type, letters])), tooLittle: [...lacking, ...each] };
}

const protectedOperations = operationsOf(app.routes).flatMap(({ method, path, spec }) =>
  spec.permission && !spec.scope ? [[method.toUpperCase(), path, spec.permission, spec.json] as const] : [],
);

describe.each(protectedOperations)('%s %s (%s), with a narrowed token', (method, template, permission, json) => {
  // Every input is invalid, as in test/operations/permissions.test.ts.
  const path = `${template.replace(/\{\w+\}/g, 'wrong')}?limit=wrong&view=wrong`;
  const role = ROLES.find((one) => permission === 'account' || may(one, permission));
  const sent: CallOptions = json ? { json: 'not an object' } : {};
  const outcomeOf = async (as: CallOptions['as']) => {
    const { status, body } = await call(method, path, { ...sent, as });
    return status === 403 ? body : status;
  };
  const outcome = (scope: string) => outcomeOf(narrowed(scope, role));
  const ofProgram = (scope: string) => outcomeOf(programOf(scope.replaceAll('user/', 'system/')));
  const refused = refusal('insufficient_scope');

  if (NEVER.test(permission) || /^\/(auth|audit)\//.test(path)) {
    it('is no program’s, whatever its scope', async () => {
      const all = TYPES.map((type) => `user/${type}.cruds`).join(' ');
      for (const scope of ['user/*.cruds', all]) expect(await ofProgram(scope), scope).toEqual(refusal('forbidden'));
      expect(await outcomeOf('client')).toEqual(refusal('forbidden'));
    });
  }

  if (permission === 'account') {
    const may = method === 'GET';
    it(`${may ? 'is served' : 'is refused'}, whatever the scope`, async () => {
      for (const scope of ['user/Slot.c', 'user/*.cruds'])
        expect(await outcome(scope), scope).toEqual(may ? expect.any(Number) : refused);
    });
    return;
  }

  it('is admitted by exactly the scope that its permission needs', async () => {
    const { enough, tooLittle } = scopesOf(permission);
    const theirs = NEVER.test(permission) ? [outcome] : [outcome, ofProgram];
    for (const scope of [`${enough} ${ALONG[template] ?? ''}`, 'user/*.cruds', 'user/*.read user/*.write'])
      for (const of of theirs) expect(await of(scope), scope).toEqual(expect.any(Number));
    for (const scope of tooLittle) for (const of of theirs) expect(await of(scope), scope).toEqual(refused);
  });
});

describe('An operation that names type and interaction', () => {
  const spec = {
    operationId: 'searchConditions',
    summary: 'Conditions',
    permission: 'patient:read',
    scope: { type: 'Condition', interaction: 's' },
    answers: { 200: { description: 'Conditions', body: z.null() } },
  } as const;
  const served = new Hono<AppEnv>().get('/', endpoint(spec), (c) => c.json(null, 200)).onError(onError);
  const status = async (as: Parameters<typeof tokenOf>[0]) => {
    const ctx = createExecutionContext();
    const headers = { authorization: `Bearer ${await tokenOf(as)}` };
    const answer = await served.fetch(new Request('http://localhost/', { headers }), testEnv, ctx);
    await waitOnExecutionContext(ctx);
    return answer.status;
  };

  it.each([
    ['user/Condition.s', 200],
    ['user/*.s', 200],
    ['user/Condition.read', 200],
    ['user/Condition.crud', 403],
    ['user/Patient.cruds', 403],
  ])('with %s is %i', async (scope, expected) => expect(await status(narrowed(scope))).toBe(expected));

  it('still asks the role', async () => {
    expect(await status('billing')).toBe(200);
    expect(await status({ ...actorOf('none'), scope: 'user/*.cruds' })).toBe(403);
  });
});

describe('A request that the scope does not cover', () => {
  it('is refused after what the role does not allow', async () => {
    const as = { ...actorOf('billing'), scope: 'user/Slot.rs' };
    expect((await call('DELETE', '/patient/wrong', { as })).body).toEqual(refusal('forbidden'));
    expect((await call('GET', '/patient/wrong', { as })).body).toEqual(refusal('insufficient_scope'));
  });

  it('is on record, with its scope', async () => {
    const refused = await call('GET', '/patient/', { as: narrowed('user/Slot.rs') });
    expect(accessOf(refused)).toMatchObject([
      {
        action: 'refused',
        entity: 'patient',
        actor: actorOf('admin').id,
        role: 'admin',
        detail: '{"permission":"patient:read","route":"GET /patient","scope":"user/Slot.rs"}',
      },
    ]);
  });

  it('is none by HEAD where there is none by GET', async () => {
    expect((await call('HEAD', '/auth/users/me', { as: narrowed('user/Slot.rs') })).status).toBe(200);
    expect((await call('HEAD', '/department/', { as: narrowed('user/Slot.rs') })).status).toBe(403);
  });
});

it('GET /settings lists what role and scope leave', async () => {
  const permissions = async (as: CallOptions['as']) => (await call('GET', '/settings', { as })).body.permissions;
  const ofAdmins = PERMISSIONS.filter((permission) => may('admin', permission));
  const reads = ofAdmins.filter((permission) => permission.endsWith(':read') && permission in NEEDED);
  expect(await permissions(narrowed('user/*.rs'))).toEqual([...reads, 'event:read', 'export:run']);
  expect(await permissions({ ...actorOf('doctor'), scope: 'user/Appointment.cu user/Invoice.c' })).toEqual([
    'appointment:create',
    'appointment:update',
  ]);
  expect(await permissions(narrowed('user/*.cruds'))).toEqual(ofAdmins);
});
