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

const foldedOf = remembered((words: string) => new Set(words.split(' ').map(fold)));

export function booleanOf(text: string): boolean | undefined {
  const folded = fold(text);
  if (foldedOf(YES).has(folded)) return true;
  return foldedOf(NO).has(folded) ? false : undefined;
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
export function wordOf(text: string, words: readonly string[], locale: string | null): string | undefined {
  if (words.length === 0) return undefined;
  const folded = fold(text);
  const same = words.find((word) => fold(word) === folded);
  if (same !== undefined || folded === '' || isUnclear(folded, locale)) return same;
  const group = bloodGroup(text);
  if (group && words.includes(group)) return group;
  return Object.entries(SAME).find(([word, others]) => words.includes(word) && foldedOf(others).has(folded))?.[0];
}
