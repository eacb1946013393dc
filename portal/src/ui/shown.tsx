import { t } from '../i18n';

/** So many rows are shown of a list that is searched in the browser. */
const SHOWN_MAX = 100;

/** Of a list those in which every word of a search begins a word, whatever its case and accents. */
export function matching<T>(items: readonly T[], search: string, textOf: (item: T) => string): T[] {
  const fold = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  const words = fold(search).split(/\s+/).filter(Boolean);
  return items.filter((item) => {
    const text = ` ${fold(textOf(item))}`;
    return words.every((word) => text.includes(` ${word}`) || (word.length > 2 && text.includes(word)));
  });
}

export const firstOf = <T,>(items: readonly T[]): T[] => items.slice(0, SHOWN_MAX);

/** How many are shown, read out as one types. */
export function Shown({ found }: { found: number }) {
  return (
    <p class="muted" role="status">
      {found === 0 ? t.admin.nothing : t.admin.shown(Math.min(found, SHOWN_MAX), found)}
    </p>
  );
}
