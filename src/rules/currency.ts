export const DEFAULT_CURRENCY = 'USD';

/**
 * Exponents of ISO 4217 (list one) other than 2. Not taken from Intl: V8 answers with CLDR's everyday digits, which
 * differ from ISO (IQD 0 instead of 3, HUF 0 instead of 2) and change with ICU, and so would the meaning of stored amounts.
 */
const EXPONENTS: ReadonlyMap<string, number> = new Map(
  Object.entries({
    0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF',
    3: 'BHD IQD JOD KWD LYD OMR TND',
    4: 'CLF UYW',
  }).flatMap(([exponent, codes]) => codes.split(' ').map((code): [string, number] => [code, Number(exponent)])),
);

/** Whether ISO 4217 has the (upper-case) code. Takes milliseconds for a code that is not in the table above. */
export const isCurrency = (code: string): boolean =>
  EXPONENTS.has(code) || Intl.supportedValuesOf('currency').includes(code);

/** Decimals of a currency by ISO 4217 (JPY 0, USD 2, KWD 3). RangeError where there is no such currency. */
export function exponentOf(code: string): number {
  if (!isCurrency(code)) throw new RangeError(`Not an ISO 4217 currency code: ${code}`);
  return uncheckedExponentOf(code);
}

/** The same without asking whether there is such a currency: 2 for an unknown code. */
export const uncheckedExponentOf = (code: string): number => EXPONENTS.get(code) ?? 2;
