/** Money of FHIR R4 (hl7.org/fhir/R4/datatypes.html#Money). Stored amounts are minor units. */
import { decimal, toAmount } from '../../rules/money';
import type { Deployment } from './datatypes';

export const moneyOf = (minor: number, { currency: { code, exponent } }: Pick<Deployment, 'currency'>) => ({
  value: toAmount(minor, exponent),
  currency: code,
});

/** 1.1 % is 0.011, which 1.1 / 100 is not. */
function factorOf(percent: number): number {
  const { digits, scale } = decimal(percent);
  return Number(`${digits}e-${scale + 2}`);
}

interface Discounts {
  discount_percent: number;
  discount_amount: number;
}
/** As price components (hl7.org/fhir/R4/invoice-definitions.html#Invoice.lineItem.priceComponent). */
export const discountsOf = ({ discount_percent, discount_amount }: Discounts, deployment: Deployment) => [
  ...(discount_percent === 0 ? [] : [{ type: 'discount', factor: factorOf(discount_percent) }]),
  ...(discount_amount === 0 ? [] : [{ type: 'discount', amount: moneyOf(discount_amount, deployment) }]),
];

export const taxOf = (percent: number) => ({ type: 'tax', factor: factorOf(percent) });
