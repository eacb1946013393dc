import type { RefObject } from 'preact';
import { useEffect } from 'preact/hooks';

// The calendar is one stop of the Tab key, as a table of a spreadsheet is. Within it the arrow keys lead from one thing to the
// next: each has `data-column`, and `data-at`, its minute.

const ACTIVE = '[data-column][tabindex="0"]';
const placeOf = ({ dataset }: HTMLElement) => ({ column: Number(dataset.column), at: Number(dataset.at) });
const stopsOf = (area: HTMLElement, column?: number): HTMLElement[] => [
  ...area.querySelectorAll<HTMLElement>(column === undefined ? '[data-column]' : `[data-column="${column}"]`),
];

/** Of some things the one that is closest in time. */
function closest(stops: readonly HTMLElement[], at: number): HTMLElement | undefined {
  const distance = (stop: HTMLElement) => Math.abs(placeOf(stop).at - at);
  return stops.reduce<HTMLElement | undefined>(
    (best, stop) => (best && distance(best) <= distance(stop) ? best : stop),
    undefined,
  );
}

function makeActive(area: HTMLElement, stop: HTMLElement): void {
  for (const before of area.querySelectorAll<HTMLElement>(ACTIVE)) before.tabIndex = -1;
  stop.tabIndex = 0;
}

/** Where a key leads from a thing of the calendar. */
function nextOf(area: HTMLElement, from: HTMLElement, key: string): HTMLElement | undefined {
  const { column, at } = placeOf(from);
  const own = stopsOf(area, column);
  const i = own.indexOf(from);
  const forward = document.dir === 'rtl' ? 'ArrowLeft' : 'ArrowRight';
  switch (key) {
    case 'ArrowUp':
      return own[i - 1];
    case 'ArrowDown':
      return own[i + 1];
    case 'Home':
      return own[0];
    case 'End':
      return own.at(-1);
    case 'ArrowLeft':
    case 'ArrowRight': {
      // Each column has its head at least.
      const stops = stopsOf(area, column + (key === forward ? 1 : -1));
      return Number.isNaN(at) ? stops[0] : closest(stops.length > 1 ? stops.slice(1) : stops, at);
    }
    default:
      return undefined;
  }
}

/**
 * Keeps one thing of the calendar in the order of the Tab key: the one that had the focus last, or the one closest to a minute. Where
 * the one with the focus is gone, as somebody else has moved it, the focus goes to what is closest to where it was.
 * @param moved id of an appointment that has just been moved, and takes the focus when it is drawn at its new place
 */
export function useRoving(
  area: RefObject<HTMLElement | null>,
  minute: number,
  moved: { current: string | undefined },
): void {
  useEffect(() => {
    const element = area.current;
    if (!element) return;
    let focused: { column: number; at: number; id: string | undefined } | undefined;
    const onFocus = ({ target }: FocusEvent) => {
      const stop = target instanceof HTMLElement ? target.closest<HTMLElement>('[data-column]') : null;
      focused = stop ? { ...placeOf(stop), id: stop.dataset.id } : undefined;
      if (stop) makeActive(element, stop);
    };
    // What is removed from the page loses the focus without going elsewhere.
    const onBlur = ({ target, relatedTarget }: FocusEvent) => {
      if (relatedTarget || (target as HTMLElement).isConnected) focused = undefined;
    };
    const onKey = (event: KeyboardEvent) => {
      const stop = event.target instanceof HTMLElement && event.target.closest<HTMLElement>('[data-column]');
      if (!stop || event.altKey || event.ctrlKey || event.metaKey) return;
      const next = nextOf(element, stop, event.key);
      if (!next) return;
      event.preventDefault();
      next.focus();
    };
    const entryOf = (id: string | undefined) => (id ? element.querySelector<HTMLElement>(`[data-id="${id}"]`) : null);
    const restore = () => {
      if (moved.current && !document.querySelector('dialog')) entryOf(moved.current)?.focus();
      moved.current = undefined;
      const lost = focused && document.activeElement === document.body ? focused : undefined;
      if (element.querySelector(ACTIVE) && !lost) return;
      const stop =
        entryOf(lost?.id) ?? closest(stopsOf(element, lost?.column), lost?.at ?? minute) ?? stopsOf(element)[0];
      if (!stop) return;
      makeActive(element, stop);
      if (lost) stop.focus({ preventScroll: true });
    };
    restore();
    const observer = new MutationObserver(restore);
    observer.observe(element, { childList: true, subtree: true });
    element.addEventListener('focusin', onFocus);
    element.addEventListener('focusout', onBlur);
    element.addEventListener('keydown', onKey);
    return () => {
      observer.disconnect();
      element.removeEventListener('focusin', onFocus);
      element.removeEventListener('focusout', onBlur);
      element.removeEventListener('keydown', onKey);
    };
  }, []);
}
