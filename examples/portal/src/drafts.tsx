import { useEffect, useState } from 'preact/hooks';
import { t } from './i18n';
import { Button } from './ui/button';

// What people have typed and not saved stays in the memory of the page, whichever way they leave a form: by Escape, by going
// back, by the menu, or as their session has ended. Who comes back to the form finds it there, and the bar above each page
// says where there is some. Only a new load of the page would lose it, so the browser asks first.

interface Kept {
  value: unknown;
  /** in the language of the moment */
  title: () => string;
  /** where it was typed, for `href` */
  address: string;
}

/** By the form and the record: nobody's text lands in another's form. */
const kept = new Map<string, Kept>();
const CHANGED = 'draftschange';

function ask(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

function changed(): void {
  // Only while it has a reason: browsers do not keep pages for going back that ask before they go.
  if (kept.size > 0) addEventListener('beforeunload', ask);
  else removeEventListener('beforeunload', ask);
  dispatchEvent(new Event(CHANGED));
}

/** Keeps what may not be lost by a new load, such as an upload that goes on. */
export function keepDraft(key: string, value: unknown, title: () => string): void {
  kept.set(key, { value, title, address: kept.get(key)?.address ?? location.hash });
  changed();
}

export function dropDraft(key: string): void {
  if (kept.delete(key)) changed();
}

/** Somebody else uses the portal now. */
export function forgetDrafts(): void {
  kept.clear();
  changed();
}

export interface Draft<T> {
  value: T;
  /** what somebody has typed */
  set: (next: T) => void;
  /** back to the beginning: it is saved, or not wanted */
  clear: () => void;
  /** whether it was typed before this form was opened */
  isRestored: boolean;
}

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/**
 * The state of a form, as `useState` has it, which outlives the form until it is saved or dropped.
 * @param key names the form and its record: `invoice-edit 42`
 * @param initial what the form begins with; as long as it has that, there is nothing to keep
 * @param title of the form, for the list of what is not saved
 */
export function useDraft<T>(key: string, initial: T, title: () => string): Draft<T> {
  const [state, setState] = useState(() => {
    const found = kept.get(key);
    return { value: found ? (found.value as T) : initial, isRestored: found !== undefined };
  });
  return {
    ...state,
    set(value) {
      setState({ value, isRestored: false });
      if (isSame(value, initial)) dropDraft(key);
      else keepDraft(key, value, title);
    },
    clear() {
      setState({ value: initial, isRestored: false });
      dropDraft(key);
    },
  };
}

/** In a form: says that what is in it was typed before, and offers to begin anew. */
export function Restored({ of: { isRestored, clear } }: { of: Pick<Draft<unknown>, 'isRestored' | 'clear'> }) {
  if (!isRestored) return null;
  return (
    <p class="note" role="status">
      {t.drafts.restored} <Button onClick={clear}>{t.drafts.anew}</Button>
    </p>
  );
}

/** Everything that is typed and not saved, but for what is on the screen. */
export function useDrafts(): { key: string; title: string; address: string }[] {
  const [, setRound] = useState(0);
  useEffect(() => {
    const follow = () => setRound((last) => last + 1);
    addEventListener(CHANGED, follow);
    return () => removeEventListener(CHANGED, follow);
  }, []);
  return [...kept]
    .filter(([, { address }]) => address !== location.hash)
    .map(([key, { title, address }]) => ({ key, title: title(), address }));
}
