import { COMMON_PASSWORDS } from './common-passwords';
import { UNSEEN } from './unseen';

const ALL_UNSEEN = new RegExp(`^[\\s${UNSEEN}]*$`, 'u');

export const isBlank = (password: string): boolean => ALL_UNSEEN.test(password);

const SYMBOLS = '!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~';
/** What the passwords of doctors must have. */
export const hasSymbol = (password: string): boolean => [...SYMBOLS].some((symbol) => password.includes(symbol));
export const SYMBOL_MISSING = `Password should contain at least one symbol of ${SYMBOLS}`;
export const OWN_NAME = 'Password should not be the e-mail or the username';

/** Letter case, and how a keyboard composes a letter, do not distinguish passwords. */
const fold = (password: string) => password.normalize('NFKC').toLowerCase();

const DAY = '(0[1-9]|[12]\\d|3[01])';
const MONTH = '(0[1-9]|1[0-2])';
const YEAR = '(19|20)\\d\\d';
const DATE = new RegExp(`^(${DAY}${MONTH}${YEAR}|${MONTH}${DAY}${YEAR}|${YEAR}${MONTH}${DAY})$`);

/** Of the last or this century: a third of the common passwords are birth dates. */
export const isDate = (password: string): boolean => DATE.test(password.replace(/[-./\s]/g, ''));

let known: Set<string> | undefined;
function commonPasswords(): Set<string> {
  let before = '';
  known ??= new Set(
    COMMON_PASSWORDS.match(/[A-Z][^A-Z]*/g)?.map((part) => {
      before = before.slice(0, part.charCodeAt(0) - 65) + part.slice(1);
      return before;
    }),
  );
  return known;
}

const isOneCharacter = (text: string) => /^(.)\1+$/su.test(text);

export function isCommon(password: string): boolean {
  const folded = fold(password);
  return commonPasswords().has(folded) || isDate(folded) || isOneCharacter(folded);
}

export interface Named {
  email?: string | undefined;
  username?: string | null | undefined;
}

export function isOwnName(password: string, { email, username }: Named): boolean {
  return [email, email?.split('@')[0], username].some((name) => name && fold(password) === fold(name));
}

/** As `hashPassword` has it. */
export const isSamePassword = (one: string, other: string): boolean =>
  one.normalize('NFKC') === other.normalize('NFKC');
