export const DEFAULT_CURRENCY = 'USD';

// Not from Intl: V8 answers with CLDR's digits, which differ from ISO 4217 (IQD 0 instead of 3, HUF 0 instead of 2) and change
// with ICU, and so would the meaning of stored amounts.
const EXPONENTS: ReadonlyMap<string, number> = new Map(
  Object.entries({
    0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF',
    3: 'BHD IQD JOD KWD LYD OMR TND',
    4: 'CLF UYW',
  }).flatMap(([exponent, codes]) => codes.split(' ').map((code): [string, number] => [code, Number(exponent)])),
);

/** Takes an upper-case code, and milliseconds for one that is not in the table. */
export const isCurrency = (code: string): boolean =>
  EXPONENTS.has(code) || Intl.supportedValuesOf('currency').includes(code);

/** @throws RangeError where ISO 4217 has no such currency */
export function exponentOf(code: string): number {
  if (!isCurrency(code)) throw new RangeError(`Not an ISO 4217 currency code: ${code}`);
  return uncheckedExponentOf(code);
}

/** 2 for an unknown code. */
export const uncheckedExponentOf = (code: string): number => EXPONENTS.get(code) ?? 2;
