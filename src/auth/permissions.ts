/** Values of `user.type`. */
export const ROLES = ['admin', 'staff', 'doctor', 'billing', 'none'] as const;
export type Role = (typeof ROLES)[number];

export const PERMISSIONS = [
  'department:read',
  'department:create',
  'department:update',
  'department:delete',
  'patient:read',
  'patient:create',
  'patient:update',
  'patient:delete',
  'patient:merge',
  'doctor:read',
  'doctor:create',
  'doctor:update',
  'doctor:delete',
  'file:read',
  'file:upload',
  'file:delete',
  'appointment:read',
  'appointment:create',
  'appointment:update',
  'hours:read',
  'hours:update',
  'invoice:read',
  'invoice:create',
  'invoice:update',
  'payment:read',
  'payment:create',
  'payment:report',
  'catalog:read',
  'catalog:create',
  'catalog:update',
  'catalog:delete',
  'profile:update',
  'account:read',
  'account:create',
  'account:update',
  'audit:read',
  'export:run',
] as const;
export type Permission = (typeof PERMISSIONS)[number];

/** Accounts, the audit trail and exports of everything are for admins only. */
const OF_STAFF = PERMISSIONS.filter((permission) => !/^(account|audit|export):/.test(permission));
const READS = OF_STAFF.filter((permission) => permission.endsWith(':read'));

export const ROLE_PERMISSIONS: Record<Role, ReadonlySet<Permission>> = {
  admin: new Set(PERMISSIONS),
  staff: new Set(OF_STAFF),
  doctor: new Set([
    ...READS,
    'patient:create',
    'patient:update',
    'file:upload',
    'appointment:create',
    'appointment:update',
  ]),
  billing: new Set([
    ...READS,
    'invoice:create',
    'invoice:update',
    'payment:create',
    'payment:report',
    'catalog:create',
    'catalog:update',
    'catalog:delete',
    'profile:update',
  ]),
  none: new Set(),
};

export const may = (role: Role, permission: Permission): boolean => ROLE_PERMISSIONS[role].has(permission);
