// How people write telephone numbers, in texts that are `normalized`. `dialable` of the client reads them by the same rules:
// test/support/phones.ts has examples for both.

/** A number beside another one, or before an extension, has at least this many digits. */
export const MIN_NUMBER = 6;
/** E.164 allows no more. */
const MAX_DIGITS = 15;
/** In characters: nobody writes more numbers in a row. */
const MAX_RUN = 100;

/** Before FLOWERS, GO-FEDEX: 1-800, 1800-, (800), 800-, 0800. A blank alone is also between a room and its name: 800 reception. */
const PREFIX = String.raw`(?:\+1[\p{Pd}. ]?|1[\p{Pd}. ])\(?[2-9]\d\d\)?[\p{Pd}. ]?|1[2-9]\d\d\p{Pd}|\(8\d\d\)[\p{Pd}. ]?|8\d\d[\p{Pd}.]|0800[\p{Pd}. ]?`;
const SEVEN = String.raw`(?=[\p{Pd}.\d]{0,8}[a-z])(?!\d{4})[a-z\d](?:[\p{Pd}.]?[a-z\d]){6}`;
/** 608-271-CARE, (608) GET-WELL */
const LOCAL = String.raw`\(?[2-9]\d\d\)?[\p{Pd}. ](?:\d{3}|[a-z]{3})[\p{Pd}.][a-z]{4}(?![a-z])`;
const LETTERED = new RegExp(String.raw`(?<![\p{L}\p{N}])((?:${PREFIX})${SEVEN}|${LOCAL})[a-z]*(?![\p{L}\p{N}])`, 'gu');

const KEYS = ['abc', 'def', 'ghi', 'jkl', 'mno', 'pqrs', 'tuv', 'wxyz'];
const keyOf = (letter: string) => String(2 + KEYS.findIndex((letters) => letters.includes(letter)));

/** 1-800-FLOWERS as it is dialled. What follows the last key that counts is left out: 1-800-CONTACTS. */
export const withKeys = (text: string): string =>
  text.replace(LETTERED, (_, number: string) => number.replace(/[a-z]/g, keyOf));

const BEHIND_NUMBER = String.raw`(?<=(?:\d[\s\p{Pd}.()/]{0,3}){${MIN_NUMBER}})[\s\p{Pd}.,;(]{0,3}`;
const EXTENSION = new RegExp(
  String.raw`${BEHIND_NUMBER}(?:ext(?:ension|n)?|x|#|доб|anexo|ramal|poste|int|dw|durchwahl)[\s.:=]{0,3}\d{1,6}(?![\p{L}\p{N}])`,
  'gu',
);

/** Nobody is found by an extension: ext. 11, -x11, ;ext=11 (RFC 3966). */
export const withoutExtensions = (text: string): string => text.replace(EXTENSION, '');

export const digitsOf = (text: string): string => text.replace(/\D/g, '');
const countOf = (text: string) => digitsOf(text).length;

/** What stands before a slash belongs to what follows, as in 030/901820, +49 33203/12345; or it is a number of its own. */
const isAreaCode = (text: string) => {
  const count = countOf(text.replace(/^[\s(]*00/, '+'));
  return count < MIN_NUMBER || (count <= 7 && /^[\s(]*[+0]/.test(text));
};

/** With nothing between them but what is also written within a number. */
function numbersIn(run: string): string[] {
  if (run.length > MAX_RUN) return [run];
  const pieces: string[] = [];
  for (const piece of run.replace(/[\s/]+\+/g, '+').split(/(?=[/+])/)) {
    const before = pieces.at(-1);
    if (before !== undefined && (countOf(before) === 0 || (piece.startsWith('/') && isAreaCode(before)))) {
      pieces.push(pieces.pop() + piece);
    } else pieces.push(piece);
  }
  const numbers = pieces.flatMap((piece) => (countOf(piece) > MAX_DIGITS ? piece.trim().split(/\s+/) : [piece]));
  return numbers.every((number) => countOf(number) >= MIN_NUMBER) ? numbers : [run];
}

/** With a semicolon between two numbers: 0221 471012 / 0171 123456, +46 70 123 45 67 +46 8 11 22 33. */
export const apart = (text: string): string =>
  text.replace(/[+(]{0,2}\d[\d\s\p{Pd}.()/+]*/gu, (run) => numbersIn(run).join(';'));
