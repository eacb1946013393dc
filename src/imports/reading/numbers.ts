import { dialectOf } from '../../rules/csv';
import { remembered } from '../../rules/remembered';

/** The zeros of scripts that spreadsheets write numbers in: Arabic, Persian and Urdu, Hindi, Bengali, wide ones. */
const ZEROS = ['٠', '۰', '०', '০', '０'];
const DIGITS = new Map(
  ZEROS.flatMap((zero) =>
    Array.from({ length: 10 }, (_, digit) => [String.fromCharCode(zero.charCodeAt(0) + digit), String(digit)] as const),
  ),
);

/** With digits of ASCII. */
export const withDigits = (text: string): string => text.replace(/\p{Nd}/gu, (digit) => DIGITS.get(digit) ?? digit);

/** Marks of thousands: each form has one of them, the same throughout, every three digits or, as in India, two. */
const formsOf = (marks: string, decimal: string) =>
  new RegExp(
    `^([+-]?)(\\d+|\\d{1,3}([${marks}])\\d{3}(?:\\3\\d{3})*|\\d{1,2}([${marks}])(?:\\d{2}\\4)+\\d{3})(?:[${decimal}](\\d+))?$`,
  );
const SPACES = "   ’'٬";
const FORMS = { ',': formsOf(`.${SPACES}`, ',٫'), '.': formsOf(`,${SPACES}`, '.٫') };
const PLAIN = /^[+-]?\d+(?:\.\d+)?$/;

const decimalOf = remembered((locale: string) => dialectOf(locale)?.decimal);

/** @param locale without one, a number has a `.` before its decimals, and no other mark */
export function numberOf(text: string, locale: string | null): number | undefined {
  const digits = withDigits(text).replace(/^−/, '-');
  const decimal = locale === null ? undefined : decimalOf(locale);
  if (!decimal) return PLAIN.test(digits) ? Number(digits) : undefined;
  const [whole, sign = '', integer = '', , , fraction = '0'] = FORMS[decimal].exec(digits) ?? [];
  return whole === undefined ? undefined : Number(`${sign}${integer.replace(/\D/g, '')}.${fraction}`);
}
