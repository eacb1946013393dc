// Texts that people have chosen, as names of clinics, on their way into a letter: they stay what they are, a text.

/** Characters that turn the direction of what follows; a pair of ours stands around the whole. */
const TURNING = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g;
const RIGHT_TO_LEFT = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC]/;
/** Where mail programs would make a link: `https://x`, `x.example`, `me@x`. */
const LINKED = /:(?=\/\/)|(?<=[\p{L}\p{N}])[.@](?=[\p{L}\p{N}])/gu;
const WORD_JOINER = '\u2060';

/** On one line, of at most so many characters. */
export function oneLine(text: string, max = 200): string {
  const characters = [
    ...text
      .replace(TURNING, '')
      .replace(/[\p{Cc}\u2028\u2029\s]+/gu, ' ')
      .trim(),
  ];
  return characters.length > max
    ? `${characters
        .slice(0, max - 1)
        .join('')
        .trimEnd()}…`
    : characters.join('');
}

/** What is invisible within keeps it from being a link. */
export const unlinked = (text: string): string => text.replace(LINKED, `$&${WORD_JOINER}`);

/** In its own direction: what stands around it does not change its order, nor it theirs (UAX 9). */
export const isolated = (text: string, direction: 'ltr' | 'rtl'): string =>
  direction === 'rtl' || RIGHT_TO_LEFT.test(text) ? `\u2068${text}\u2069` : text;

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
export const escaped = (text: string): string => text.replace(/[&<>"']/g, (mark) => ENTITIES[mark] ?? mark);
