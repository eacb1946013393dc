// Numbers as people type and read them: `1234.5` is 1234.50, or 1.234,50, or ١٢٣٤٫٥٠. The browser's own field for numbers has the
// decimal mark of the browser's language, and makes 805 of 80,5 where that is another one.

import { plain } from './day-text';

/** Sign, integer with or without groups, decimals. */
const POINT = /^(-?)(\d{1,3}(?:,\d{3})+|\d*)(?:\.(\d*))?$/;
const COMMA = /^(-?)(\d{1,3}(?:\.\d{3})+|\d*)(?:,(\d*))?$/;

const hasComma = (locale: string): boolean =>
  new Intl.NumberFormat(locale).formatToParts(0.5).some(({ value }) => value === ',');

/**
 * As the service takes it: `80.5`, without zeros at its ends; undefined where it is no number. Where a mark is not that of the
 * language, it is a decimal mark all the same unless it can be one of thousands.
 */
export function readNumber(text: string, locale: string): string | undefined {
  const patterns = hasComma(locale) ? [COMMA, POINT] : [POINT, COMMA];
  const written = plain(text, locale)
    .replace(/[\s'’٬]/g, '')
    .replace('٫', hasComma(locale) ? ',' : '.');
  const [, sign, groups = '', decimals = ''] = patterns.flatMap((pattern) => pattern.exec(written) ?? []);
  if (groups + decimals === '') return undefined;
  const integer = groups.replace(/\D/g, '').replace(/^0+(?=\d)/, '') || '0';
  const fraction = decimals.replace(/0+$/, '');
  return sign + integer + (fraction && `.${fraction}`);
}

const isNumber = (value: string): value is `${number}` => /^-?\d+(\.\d+)?$/.test(value);

export const decimalsOf = (value: string): number => value.split('.')[1]?.length ?? 0;

/** As the language writes it, with so many decimals at least. What is no number stays as it was typed. */
export const numberText = (value: string, decimals: number, locale: string): string =>
  isNumber(value)
    ? new Intl.NumberFormat(locale, {
        useGrouping: false,
        minimumFractionDigits: decimals,
        maximumFractionDigits: Math.max(decimals, decimalsOf(value)),
      }).format(value)
    : value;
