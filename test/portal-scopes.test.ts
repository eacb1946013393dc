import { describe, expect, test } from 'vitest';
import { ACTS, SUBJECT_NAMES, stateOf, subjectOf, unknownIn, withAct } from '../portal/src/scopes';
import { CLIENT_ROLE, may, PERMISSIONS } from '../src/auth/permissions';
import { lettersOfAny } from '../src/auth/scopes';
import { FHIR_TYPES } from '../src/fhir-types';
import { covers, readScope } from '../src/scopes';

const program = (scope: string) => ({ id: 'a', role: CLIENT_ROLE, session: undefined, scope }) as const;

describe('What the portal offers a program', () => {
  const subjects = SUBJECT_NAMES.filter((name) => name !== 'everything');

  test('is all that the service lets one do by a type, no more, and enough for that', () => {
    const offered = subjects.flatMap((name) => subjectOf(name).acts.map((act) => `${name}:${act}`));
    // To upload a file is FHIR's create.
    const acted = (permission: string) => permission.replace(':upload', ':create');
    // Events have no scope of their own: a program is told of what it may read.
    const allowed = PERMISSIONS.filter(
      (permission) =>
        may(CLIENT_ROLE, permission) &&
        !lettersOfAny(permission) &&
        ACTS.some((act) => acted(permission).endsWith(`:${act}`)),
    );
    expect(offered.toSorted()).toEqual(allowed.map(acted).toSorted());
    for (const permission of allowed) {
      const [name, act] = acted(permission).split(':');
      const subject = subjects.find((one) => one === name) ?? 'everything';
      const verb = ACTS.find((one) => one === act) ?? 'read';
      const scope = withAct('', subject, verb, true);
      expect(readScope(scope, 'system').unknown).toEqual([]);
      expect(covers(program(scope), permission), `${permission}: ${scope}`).toBe(true);
      expect(stateOf(scope, subject, verb)).toBe('all');
      expect(withAct(scope, subject, verb, false)).toBe('');
    }
  });

  test('names all types but those of the audit trail', () => {
    const types = subjects.flatMap((name) => subjectOf(name).types);
    expect(types.toSorted()).toEqual(
      Object.keys(FHIR_TYPES)
        .filter((type) => type !== 'AuditEvent')
        .toSorted(),
    );
  });
});

describe('A scope that is ticked', () => {
  test('keeps what else was written', () => {
    const written = 'system/Patient.r  openid system/Appointment.rs';
    const more = withAct(written, 'appointment', 'create', true);
    expect(more).toBe('system/Patient.r system/Appointment.crs openid');
    expect(withAct(more, 'appointment', 'read', false)).toBe('system/Patient.r system/Appointment.c openid');
    expect(unknownIn('openid system/Patient.r user/Patient.r system/AuditEvent.rs system/Appointment.sr')).toEqual([
      ...['openid', 'user/Patient.r', 'system/AuditEvent.rs', 'system/Appointment.sr'],
    ]);
  });

  test('says what is granted in part, and what as a part of everything', () => {
    expect(stateOf('system/Patient.rs', 'patient', 'read')).toBe('part');
    expect(stateOf('system/Practitioner.rs system/PractitionerRole.s', 'doctor', 'read')).toBe('part');
    expect(stateOf('system/*.read', 'everything', 'read')).toBe('all');
    expect(stateOf('system/*.read', 'patient', 'read')).toBe('everything');
    expect(stateOf('system/*.read', 'patient', 'create')).toBe('none');
    expect(withAct('system/*.write', 'everything', 'read', true)).toBe('system/*.cruds');
  });
});
