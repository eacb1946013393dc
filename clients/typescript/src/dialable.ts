/** A telephone number of a field, and the `tel:` link that dials it. */
export interface Dialable {
  /** the whole field where there is but one number, otherwise as much of it */
  text: string;
  /** RFC 3966: `tel:+16082719000;ext=11` */
  href: string;
}

// The service finds by the same rules: src/rules/search/phone-text.ts, of which the examples for both are in
// test/support/phones.ts.
const MIN_NUMBER = 6;
/** E.164 allows no more. */
const MAX_DIGITS = 15;
/** No national number is longer: what is may be two. */
const NATIONAL = /^(?:0\d{2,13}|[1-9]\d{2,12})$/;
/** As many have all but the last letter of 1-608-271-CARE. */
const MAX_LETTERED = 8;

const LETTER = /[a-z]/i;
const PREFIX = String.raw`(?:\+1[\p{Pd}. ]?|1[\p{Pd}. ])\(?[2-9]\d\d\)?[\p{Pd}. ]?|1[2-9]\d\d\p{Pd}|\(8\d\d\)[\p{Pd}. ]?|8\d\d[\p{Pd}.]|0800[\p{Pd}. ]?`;
const SEVEN = String.raw`(?=[\p{Pd}.\d]{0,8}[a-z])(?!\d{4})[a-z\d](?:[\p{Pd}.]?[a-z\d]){6}`;
const LOCAL = String.raw`\(?[2-9]\d\d\)?[\p{Pd}. ](?:\d{3}|[a-z]{3})[\p{Pd}.][a-z]{4}(?![a-z])`;
const LETTERED = new RegExp(String.raw`(^|[^\p{L}\p{N}])((?:${PREFIX})${SEVEN}|${LOCAL})[a-z]*(?![\p{L}\p{N}])`, 'giu');
const KEYS = ['abc', 'def', 'ghi', 'jkl', 'mno', 'pqrs', 'tuv', 'wxyz'];

const EXTENSION = String.raw`(?:ext(?:ension|n)?|x|#|доб|anexo|ramal|poste|int|dw|durchwahl)[\s.:=]{0,3}`;
const NUMBER = new RegExp(
  String.raw`((?:[+([]\s?){0,2}\d[\d\s\p{Pd}.()[\]/+]*)(?:[,;]?\s?${EXTENSION}(\d{1,6})(?![\p{L}\p{N}]))?`,
  'giu',
);
const BEGINS_EXTENSION = new RegExp(`${EXTENSION}$`, 'iu');

/** Whose national numbers begin with a 0 that is dialled from abroad, too: Italy, San Marino. */
const WITH_ZERO = /^(?:39|378)/;

const digitsOf = (text: string) => text.replace(/\D/g, '');
const countOf = (text: string) => digitsOf(text).length;

/** Unicode encodes digits in runs of ten, from zero to nine. */
function asciiDigit(digit: string): string {
  let before = 0;
  while (/\p{Nd}/u.test(String.fromCodePoint((digit.codePointAt(0) ?? 0) - before - 1))) before++;
  return String(before % 10);
}

const keyOf = (letter: string) => String(2 + KEYS.findIndex((letters) => letters.includes(letter.toLowerCase())));

const folded = (text: string) =>
  text
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replace(/[^\P{Nd}0-9]/gu, asciiDigit)
    .replace(LETTERED, (_, before: string, number: string) => before + number.replace(/[a-z]/gi, keyOf));

const isAreaCode = (text: string) => {
  const count = countOf(text.replace(/^[\s(]*00/, '+'));
  return count < MIN_NUMBER || (count <= 7 && /^[\s(]*[+0]/.test(text));
};

function numbersIn(run: string): string[] {
  const pieces: string[] = [];
  for (const piece of run.replace(/[\s/]+\+/g, '+').split(/(?=[/+])/)) {
    const before = pieces.at(-1);
    if (before !== undefined && (countOf(before) === 0 || (piece.startsWith('/') && isAreaCode(before)))) {
      pieces.push(pieces.pop() + piece);
    } else pieces.push(piece);
  }
  return pieces.flatMap((piece) => (countOf(piece) > MAX_DIGITS ? piece.trim().split(/\s+/) : [piece]));
}

/** What a telephone is told, or undefined where that is unclear. */
function dialled(number: string): string | undefined {
  const written = number.replace(/^[\s([]*00/, '+');
  const digits = digitsOf(written);
  if (!/^[\s([]*\+/.test(written)) return NATIONAL.test(digits) ? digits : undefined;
  const withoutTrunk = digitsOf(written.replace(/([([]\s*)0(?=[\d\s]*[)\]])/, '$1'));
  const international = WITH_ZERO.test(digits) ? digits : withoutTrunk;
  return /^[1-9]\d{6,14}$/.test(international) ? `+${international}` : undefined;
}

/** Of one match: undefined is what cannot be dialled. */
function partsOf(field: string, { 0: whole, 1: run = '', 2: extension, index }: RegExpExecArray) {
  const [before, behind] = [field.slice(0, index), field.charAt(index + whole.length)];
  const isOfWord = /\p{L}$/u.test(before) || BEGINS_EXTENSION.test(before);
  const isCut = LETTER.test(behind) && !whole.endsWith('(') && countOf(run) <= MAX_LETTERED;
  if (isOfWord || isCut) return [undefined];
  return numbersIn(run).map((number, n, { length }) => {
    const isLast = n === length - 1;
    const told = dialled(number);
    if (told === undefined) return undefined;
    const text = (isLast ? number + whole.slice(run.length) : number).replace(/^[\s/]+|[\s/(]+$/g, '');
    return { told, text, href: `tel:${told}${extension && isLast ? `;ext=${extension}` : ''}` };
  });
}

/**
 * The numbers of a field in which people write what they like: `+44 (0)20 7946 0958 ext. 12`, `1-800-FLOWERS`, two of them, digits
 * of any script. Empty where it is not clear what to dial: a wrong number may tell somebody of a patient.
 */
export function dialable(text: string | null | undefined): Dialable[] {
  const field = folded(text ?? '');
  if (/[+*#]/.test(field.replace(NUMBER, ''))) return []; // a code of the network
  const found = [...field.matchAll(NUMBER)].flatMap((match) => partsOf(field, match));
  const clear = found.filter((part) => part !== undefined);
  if (clear.length < found.length) return [];
  const [first, ...others] = clear;
  if (others.length === 0) return first ? [{ text: (text ?? '').trim(), href: first.href }] : [];
  // Of 0221 471012/471013 the second lacks what the first says: elsewhere it is somebody else's.
  const isWhole = clear.map(({ told }) => /^[+0]/.test(told));
  const areAlike = clear.every(({ told }, n) => countOf(told) >= MIN_NUMBER && isWhole[n] === isWhole[0]);
  return areAlike ? clear.map(({ text: part, href }) => ({ text: part, href })) : [];
}
