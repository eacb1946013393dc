import { CLIENT_ROLE, ROLE_PERMISSIONS } from '../../../auth/permissions';
import { scopesFor, within } from '../../../scopes';

/** By the type of the key: what SMART Backend Services asks for, and no others. */
export const ALGORITHMS = { RSA: 'RS384', EC: 'ES384' } as const;

/** Whether a program may do anything that the scope names: of the audit trail none may. */
export const isOfUse = (scope: string): boolean =>
  within([scope], scopesFor(ROLE_PERMISSIONS[CLIENT_ROLE]).join(' ')).length > 0;
