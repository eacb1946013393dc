import { remembered } from '../../rules/remembered';
import { fold } from './fold';

const YES = 'true yes y ja j oui o sí s sim vrai wahr verdadero verdadeiro evet doğru نعم صحيح 1 x';
const NO = 'false no n nein non não faux falsch falso hayır yanlış لا خطأ 0';

/** By fields that have such words. */
const SAME = {
  female: 'f w weiblich frau female woman femme féminin mujer femenino femenina feminino mulher kadın أنثى انثى',
  male: 'm männlich mann herr male man homme masculin h hombre masculino varón homem erkek ذكر',
  other: 'd divers diverse x autre otro outro diğer آخر',
  unknown: 'u unbekannt inconnu desconocido desconhecido bilinmiyor غيرمعروف',
  NOT_SET: 'unknown unbekannt inconnu desconocido desconhecido bilinmiyor غيرمعروف',
};

/** Each by what it folds to. */
export type Words = ReadonlyMap<string, string>;
export const wordsOf = (words: readonly string[]): Words => new Map(words.map((word) => [fold(word), word]));
const meaningsOf = remembered((words: string) => wordsOf(words.split(' ')));

export function booleanOf(text: string): boolean | undefined {
  const folded = fold(text);
  if (meaningsOf(YES).has(folded)) return true;
  return meaningsOf(NO).has(folded) ? false : undefined;
}

/** `A+`, `0 neg.`, `AB Rh(D) positive` */
const BLOOD_GROUP = /^(AB|A|B|O|0)(?:RH(?:ESUS)?(?:FA[CK]TOR)?)?D?(?:(\+|POS|POZ)|-|NEG)(?:VE)?[A-Z]*$/;
function bloodGroup(text: string): string | undefined {
  const plain = text
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[−–‐]/g, '-')
    .replace(/[\s.,/()_]/g, '');
  const match = BLOOD_GROUP.exec(plain);
  return match?.[1] && `${match[1].replace('0', 'O')}_${match[2] ? 'POS' : 'NEG'}`;
}

/** In Spanish, `M` is a man to programs (`masculino`), and a woman on paper (`mujer`). */
const isUnclear = (folded: string, locale: string | null) => folded === 'm' && locale?.split('-')[0] === 'es';

/** The one of some words that a text means. */
export function wordOf(text: string, words: Words, locale: string | null): string | undefined {
  if (words.size === 0) return undefined;
  const folded = fold(text);
  const same = words.get(folded);
  if (same !== undefined || folded === '' || isUnclear(folded, locale)) return same;
  const group = bloodGroup(text);
  const known = group === undefined ? undefined : words.get(fold(group));
  if (known !== undefined) return known;
  const meant = Object.entries(SAME).find(([word, others]) => words.has(fold(word)) && meaningsOf(others).has(folded));
  return meant?.[0];
}
