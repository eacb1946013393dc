import { env } from 'cloudflare:workers';
import { exponentOf } from './money';

let exponent: number | undefined;

/**
 * Decimals of the deployment's currency (`CURRENCY`, ISO 4217). One deployment has one currency, so schemas can be built
 * once at module scope; a wrong code is reported per request by `settingsOf`, not here, where it could only break the start.
 */
export function currencyExponent(): number {
  if (exponent === undefined) {
    try {
      exponent = exponentOf(env.CURRENCY || 'USD');
    } catch {
      exponent = 2;
    }
  }
  return exponent;
}
