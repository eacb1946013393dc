import { env } from 'cloudflare:workers';
import { uncheckedExponentOf } from './money';
import { once } from './once';

/**
 * Decimals of the deployment's currency (`CURRENCY`, ISO 4217). One deployment has one currency, so schemas can be built
 * once at module scope; a wrong code is reported per request by `settingsOf`, not here, where it could only break the start.
 */
export const currencyExponent = once(() => uncheckedExponentOf(env.CURRENCY || 'USD'));
