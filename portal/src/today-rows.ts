import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

// Rows of the lists of Today by the keyboard: arrow keys lead from one to the next and to the buttons of a row, and a letter does what
// the button of the row does that names it by `aria-keyshortcuts`.

/** What of a row has the focus when one goes to it. */
const NAME = '[data-row]';
const LETTER = /^[a-z]$/i;

const rowsOf = (within: Element): HTMLElement[] => [...within.querySelectorAll<HTMLElement>(NAME)];
const rowOf = (target: EventTarget | null): HTMLElement | null =>
  target instanceof HTMLElement ? target.closest('tr') : null;

/** The letter of a key, or that of its place where letters are others. */
const letterOf = ({ key, code }: KeyboardEvent): string =>
  LETTER.test(key) ? key.toUpperCase() : code.replace(/^Key/, '');

function nextOf(area: HTMLElement, row: HTMLElement, event: KeyboardEvent): HTMLElement | undefined {
  const names = rowsOf(area);
  const i = names.findIndex((name) => row.contains(name));
  const within = [...row.querySelectorAll<HTMLElement>('button')];
  const at = within.indexOf(event.target as HTMLElement);
  const [forward, back] = document.dir === 'rtl' ? ['ArrowLeft', 'ArrowRight'] : ['ArrowRight', 'ArrowLeft'];
  switch (event.key) {
    case 'ArrowDown':
      return names[i + 1];
    case 'ArrowUp':
      return names[i - 1];
    case forward:
      return within[at + 1];
    case back:
      return within[at - 1];
    default:
      return undefined;
  }
}

/**
 * @param onUndo is called by Z
 * @returns what the element that holds the lists listens by
 */
export function useRowKeys(area: RefObject<HTMLElement | null>, onUndo: () => void) {
  const focused = useRef<{ row: Element; section: Element; index: number } | undefined>(undefined);
  // The row with the focus has gone on to another list: the one in its place, or the last, is next.
  useLayoutEffect(() => {
    const lost = focused.current;
    if (!area.current || !lost || lost.row.isConnected || document.activeElement !== document.body) return;
    const own = lost.section.isConnected ? rowsOf(lost.section) : [];
    const next = own[lost.index] ?? own.at(-1) ?? rowsOf(area.current)[0];
    focused.current = undefined;
    (next ?? area.current).focus({ preventScroll: true });
  });
  return {
    onFocusIn({ target }: FocusEvent) {
      const row = rowOf(target);
      const section = row?.closest('section') ?? null;
      focused.current =
        row && section ? { row, section, index: rowsOf(section).findIndex((name) => row.contains(name)) } : undefined;
    },
    onFocusOut({ relatedTarget }: FocusEvent) {
      if (relatedTarget) focused.current = undefined;
    },
    onKeyDown(event: KeyboardEvent) {
      const row = rowOf(event.target);
      if (!area.current || !row || event.altKey || event.ctrlKey || event.metaKey) return;
      const letter = letterOf(event);
      const next = nextOf(area.current, row, event);
      if (next) {
        event.preventDefault();
        next.focus();
      } else if (letter === 'Z') onUndo();
      else row.querySelector<HTMLElement>(`[aria-keyshortcuts="${CSS.escape(letter)}"]`)?.click();
    },
  };
}
