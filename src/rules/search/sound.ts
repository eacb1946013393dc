// Keys of sound, for searches that find nothing by letters: names that sound alike, in languages of Latin letters, mostly have
// the same one. A key is no transcription: it makes one only what people write for one another.
import { cut } from './words';

/** With fewer consonants a key would be that of too many names. */
const MIN_CONSONANTS = 3;

const LATIN = /^[a-z]+$/;
/** y and j are written for one another, and for i. */
const isVowel = (letter: string) => 'aeiouyj'.includes(letter);
/** Szabo, Schultz, Cesar, Charlotte; but Michael and Christian have a k. */
const LIKE_S = /sch|tz|c(?=[eiy])|^ch(?=[aeiouyj])/g;
const ALIKE: Readonly<Record<string, string>> = { b: 'p', d: 't', c: 'k', g: 'k', q: 'k', v: 'f', w: 'f', z: 's' };

/** The key of a folded word: `~`, a first vowel as `a`, the consonants. Null if it has none. */
export function soundTerm(word: string): string | null {
  if (!LATIN.test(word)) return null;
  const letters = word.replace(LIKE_S, 's').replaceAll('ph', 'f').replaceAll('x', 'ks');
  let consonants = '';
  let before = '';
  for (let at = 0; at < letters.length; at++) {
    const letter = letters.charAt(at);
    if (letter === 'h' && at > 0 && !/[aeiou]h[aeiou]/.test(letters.slice(at - 1, at + 2))) continue; // silent
    const sound = isVowel(letter) ? '' : (ALIKE[letter] ?? letter);
    if (sound !== before) consonants += sound;
    before = sound;
  }
  if (consonants.length < MIN_CONSONANTS) return null;
  return cut(`~${isVowel(word.charAt(0)) ? 'a' : ''}${consonants}`);
}
