import { parseDay } from './parse-date';

/**
 * What is sent for what somebody has typed: a day in words, as the portal prints it, becomes `1984-02-29`. The service reads days in
 * numbers by itself, in words only of English and Arabic.
 */
export function asSearched(text: string): string {
  const words = text.trim().split(/\s+/);
  for (let length = words.length; length > 0; length--) {
    for (let start = 0; start + length <= words.length; start++) {
      const part = words.slice(start, start + length).join(' ');
      const day = /\p{L}/u.test(part) && /\p{N}/u.test(part) ? parseDay(part) : undefined;
      if (day) return words.toSpliced(start, length, day).join(' ');
    }
  }
  return text.trim();
}
