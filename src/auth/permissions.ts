import { namesOf } from '../rules/fields-of';

/** Values of `user.type`. */
export const ROLES = ['admin', 'staff', 'doctor', 'billing', 'none'] as const;
export type Role = (typeof ROLES)[number];

/** Who has each permission. By name, for admins too: a rule would hand a new one out before anybody has decided. */
const HOLDERS = {
  'department:read': ['admin', 'staff', 'doctor', 'billing'],
  'department:create': ['admin', 'staff'],
  'department:update': ['admin', 'staff'],
  'department:delete': ['admin', 'staff'],
  'patient:read': ['admin', 'staff', 'doctor', 'billing'],
  'patient:create': ['admin', 'staff', 'doctor'],
  'patient:update': ['admin', 'staff', 'doctor'],
  'patient:delete': ['admin', 'staff'],
  'patient:merge': ['admin', 'staff'],
  'doctor:read': ['admin', 'staff', 'doctor', 'billing'],
  'doctor:create': ['admin', 'staff'],
  'doctor:update': ['admin', 'staff'],
  'doctor:delete': ['admin', 'staff'],
  'file:read': ['admin', 'staff', 'doctor', 'billing'],
  'file:upload': ['admin', 'staff', 'doctor'],
  'file:delete': ['admin', 'staff'],
  'appointment:read': ['admin', 'staff', 'doctor', 'billing'],
  'appointment:create': ['admin', 'staff', 'doctor'],
  'appointment:update': ['admin', 'staff', 'doctor'],
  'note:read': ['doctor'],
  'note:write': ['doctor'],
  'note:hand-over': ['admin'],
  'hours:read': ['admin', 'staff', 'doctor', 'billing'],
  'hours:update': ['admin', 'staff'],
  'invoice:read': ['admin', 'staff', 'doctor', 'billing'],
  'invoice:create': ['admin', 'staff', 'billing'],
  'invoice:update': ['admin', 'staff', 'billing'],
  'payment:read': ['admin', 'staff', 'doctor', 'billing'],
  'payment:create': ['admin', 'staff', 'billing'],
  'payment:report': ['admin', 'staff', 'billing'],
  'catalog:read': ['admin', 'staff', 'doctor', 'billing'],
  'catalog:create': ['admin', 'staff', 'billing'],
  'catalog:update': ['admin', 'staff', 'billing'],
  'catalog:delete': ['admin', 'staff', 'billing'],
  'profile:update': ['admin', 'staff', 'billing'],
  'account:read': ['admin'],
  'account:create': ['admin'],
  'account:update': ['admin'],
  'audit:read': ['admin'],
  'export:run': ['admin'],
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
};

export const may = (role: Role, permission: Permission): boolean => ROLE_PERMISSIONS[role].has(permission);
