import type { Role } from '../../../auth/permissions';
import type { Settings } from '../../../env';

export const requiresSecondFactor = ({ REQUIRE_TOTP }: Settings, role: Role): boolean =>
  REQUIRE_TOTP === 'all' || (REQUIRE_TOTP === 'admin' && role === 'admin');
