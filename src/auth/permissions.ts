import { namesOf } from '../rules/fields-of';

/** What the account of a person may be. */
export const ROLES = ['admin', 'staff', 'doctor', 'billing', 'none'] as const;
export type PersonRole = (typeof ROLES)[number];
/** Of the account of a program: nobody is given it, and of what it may do a program's scope decides. */
export const CLIENT_ROLE = 'client';
/** Values of `user.type`. */
export type Role = PersonRole | typeof CLIENT_ROLE;

/** Many people stand behind a program, and none of them at a desk. */
export const isProgram = (actor: { role: Role } | null): boolean => actor?.role === CLIENT_ROLE;

/**
 * Who has each permission. By name, for admins too: a rule would hand a new one out before anybody has decided. Programs have none
 * by which an account, a doctor's or a client's, is made or changed.
 */
const HOLDERS = {
  'department:read': ['admin', 'staff', 'doctor', 'billing', 'client'],
  'department:create': ['admin', 'staff', 'client'],
  'department:update': ['admin', 'staff', 'client'],
  'department:delete': ['admin', 'staff', 'client'],
  'patient:read': ['admin', 'staff', 'doctor', 'billing', 'client'],
  'patient:create': ['admin', 'staff', 'doctor', 'client'],
  'patient:update': ['admin', 'staff', 'doctor', 'client'],
  'patient:delete': ['admin', 'staff', 'client'],
  'patient:merge': ['admin', 'staff', 'client'],
  'doctor:read': ['admin', 'staff', 'doctor', 'billing', 'client'],
  'doctor:create': ['admin', 'staff'],
  'doctor:update': ['admin', 'staff'],
  'doctor:delete': ['admin', 'staff'],
  'file:read': ['admin', 'staff', 'doctor', 'billing', 'client'],
  'file:upload': ['admin', 'staff', 'doctor', 'client'],
  'file:delete': ['admin', 'staff', 'client'],
  'appointment:read': ['admin', 'staff', 'doctor', 'billing', 'client'],
  'appointment:create': ['admin', 'staff', 'doctor', 'client'],
  'appointment:update': ['admin', 'staff', 'doctor', 'client'],
  'note:read': ['doctor', 'client'],
  'note:write': ['doctor'],
  'note:hand-over': ['admin'],
  'hours:read': ['admin', 'staff', 'doctor', 'billing', 'client'],
  'hours:update': ['admin', 'staff', 'client'],
  'resource:read': ['admin', 'staff', 'doctor', 'billing', 'client'],
  'resource:create': ['admin', 'staff', 'client'],
  'resource:update': ['admin', 'staff', 'client'],
  'resource:delete': ['admin', 'staff', 'client'],
  'invoice:read': ['admin', 'staff', 'doctor', 'billing', 'client'],
  'invoice:create': ['admin', 'staff', 'billing', 'client'],
  'invoice:update': ['admin', 'staff', 'billing', 'client'],
  'payment:read': ['admin', 'staff', 'doctor', 'billing', 'client'],
  'payment:create': ['admin', 'staff', 'billing', 'client'],
  'payment:report': ['admin', 'staff', 'billing', 'client'],
  'catalog:read': ['admin', 'staff', 'doctor', 'billing', 'client'],
  'catalog:create': ['admin', 'staff', 'billing', 'client'],
  'catalog:update': ['admin', 'staff', 'billing', 'client'],
  'catalog:delete': ['admin', 'staff', 'billing', 'client'],
  'profile:update': ['admin', 'staff', 'billing'],
  'account:read': ['admin'],
  'account:create': ['admin'],
  'account:update': ['admin'],
  'client:read': ['admin'],
  'client:create': ['admin'],
  'client:update': ['admin'],
  'client:delete': ['admin'],
  'webhook:read': ['admin'],
  'webhook:create': ['admin'],
  'webhook:update': ['admin'],
  'webhook:delete': ['admin'],
  'feed:read': ['admin', 'staff', 'doctor', 'billing'],
  'feed:create': ['admin', 'staff', 'doctor', 'billing'],
  'feed:delete': ['admin', 'staff', 'doctor', 'billing'],
  'messaging:read': ['admin'],
  'messaging:update': ['admin'],
  'audit:read': ['admin'],
  'event:read': ['admin', 'client'],
  'export:run': ['admin', 'client'],
  'import:run': ['admin', 'client'],
} as const satisfies Record<string, readonly Role[]>;

export type Permission = keyof typeof HOLDERS;
export const PERMISSIONS = namesOf(HOLDERS);

const permissionsOf = (role: Role): ReadonlySet<Permission> =>
  new Set(PERMISSIONS.filter((permission) => HOLDERS[permission].some((holder) => holder === role)));

export const ROLE_PERMISSIONS: Record<Role, ReadonlySet<Permission>> = {
  admin: permissionsOf('admin'),
  staff: permissionsOf('staff'),
  doctor: permissionsOf('doctor'),
  billing: permissionsOf('billing'),
  none: permissionsOf('none'),
  client: permissionsOf('client'),
};

/** @param permission `account`: whatever every person who is logged in may do */
export const may = (role: Role, permission: Permission | 'account'): boolean =>
  permission === 'account' ? role !== CLIENT_ROLE : ROLE_PERMISSIONS[role].has(permission);
