/** Money of FHIR R4 (hl7.org/fhir/R4/datatypes.html#Money). Stored amounts are minor units. */
import { decimal, toAmount } from '../rules/money';
import type { House } from './elements';

export const moneyOf = (minor: number, { currency: { code, exponent } }: Pick<House, 'currency'>) => ({
  value: toAmount(minor, exponent),
  currency: code,
});

/** 1.1 % is 0.011, which 1.1 / 100 is not. */
export function factorOf(percent: number): number {
  const { digits, scale } = decimal(percent);
  return Number(`${digits}e-${scale + 2}`);
}
