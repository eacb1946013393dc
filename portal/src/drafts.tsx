import { useEffect, useMemo, useState } from 'preact/hooks';
import { t } from './i18n';
import { Button } from './ui/button';

// What people have typed and not saved stays in the memory of the page, whichever way they leave a form: by Escape, by going
// back, by the menu, or as their session has ended. Who comes back to the form finds it there, and the bar above each page
// says where there is some. Only a new load of the page would lose it, so the browser asks first.

interface Kept {
  value: unknown;
  /** in the language of the moment */
  title: (value: never) => string;
  /** where it was typed, for `href` */
  address: string;
  /** of the record, when typing began */
  version: string | undefined;
  /** ends with it what goes on, such as an upload */
  onForget: (() => void) | undefined;
}

interface Options {
  /** of the record that the form shows: another one later means that somebody else has changed it meanwhile */
  version?: string | undefined;
  /** where the form is, if not at the present address */
  address?: string;
  /** ends what goes on */
  onForget?: () => void;
}

/** By the form and the record: nobody's text lands in another's form. */
const kept = new Map<string, Kept>();
/** What is on the screen: nobody has to be told of it. */
const shown = new Set<string>();
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
export function keepDraft<T>(key: string, value: T, title: (value: T) => string, options: Options = {}): void {
  const { version, address = location.hash, onForget } = options;
  const before = kept.get(key);
  // The same one as long as it lives, with what it began with.
  if (before) Object.assign(before, { value, title });
  else kept.set(key, { value, title, address, version, onForget });
  changed();
}

/** It is saved, or not wanted. */
export function dropDraft(key: string): void {
  if (kept.delete(key)) changed();
}

/** Somebody else uses the portal now, or nobody. */
export function forgetDrafts(): void {
  const dropped = [...kept.values()];
  kept.clear();
  for (const { onForget } of dropped) onForget?.();
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
  /** whether somebody else has changed the record since it was typed: the form shows how, as saving would undo that */
  isStale: boolean;
}

export const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/**
 * The state of a form, as `useState` has it, which outlives the form until it is saved or dropped.
 * @param key names the form and its record: `invoice 42`
 * @param initial what the form shows as long as nobody has typed: there is nothing to keep then
 * @param title of the form, by what was typed, for the list of what is not saved
 */
export function useDraft<T>(key: string, initial: T, title: (value: T) => string, options: Options = {}): Draft<T> {
  const [, setRound] = useState(0);
  const redraw = () => setRound((last) => last + 1);
  const before = useMemo(() => kept.get(key), [key]);
  const found = kept.get(key);
  useShown(key);
  return {
    value: found ? (found.value as T) : initial,
    isRestored: before !== undefined && before === found,
    isStale: found !== undefined && found.version !== options.version,
    set(value) {
      if (isSame(value, initial)) dropDraft(key);
      else keepDraft(key, value, title, options);
      redraw();
    },
    clear() {
      dropDraft(key);
      redraw();
    },
  };
}

/** While what is kept is on the screen, the bar does not tell of it. */
export function useShown(key: string): void {
  useEffect(() => {
    shown.add(key);
    changed();
    return () => {
      shown.delete(key);
      changed();
    };
  }, [key]);
}

/** What somebody goes back to by the bar. */
let wanted: string | undefined;
const WANTED = 'draftwanted';

/** To be called before one goes to its address: where the form is a dialog, that opens. */
export function wantDraft(key: string): void {
  wanted = key;
  dispatchEvent(new Event(WANTED));
}

/**
 * On a page with a form that is not always open: opens it for who goes back to what they typed in it.
 * @param key of the form; where there are many, what their keys begin with: `open` is given the rest
 */
export function useReopen(key: string, open: (rest: string) => void): void {
  useEffect(() => {
    const follow = () => {
      if (!wanted?.startsWith(key) || !kept.has(wanted)) return;
      const rest = wanted.slice(key.length);
      wanted = undefined;
      open(rest);
    };
    follow();
    addEventListener(WANTED, follow);
    return () => removeEventListener(WANTED, follow);
  }, [key]);
}

/** In a form: says that what is in it was typed before, and offers to begin anew. */
export function Restored({ of: { isRestored, clear } }: { of: Pick<Draft<unknown>, 'isRestored' | 'clear'> }) {
  if (!isRestored) return null;
  return (
    <p class="told" role="status">
      {t.drafts.restored} <Button onClick={clear}>{t.drafts.anew}</Button>
    </p>
  );
}

export interface Unsaved {
  key: string;
  title: string;
  address: string;
}

/** Everything that is typed and not saved, but for what is on the screen. */
export function useUnsaved(): Unsaved[] {
  const [, setRound] = useState(0);
  useEffect(() => {
    const follow = () => setRound((last) => last + 1);
    addEventListener(CHANGED, follow);
    return () => removeEventListener(CHANGED, follow);
  }, []);
  return unsaved().filter(({ key }) => !shown.has(key));
}

/** The same with what is on the screen. */
export const unsaved = (): Unsaved[] =>
  [...kept].map(([key, { value, title, address }]) => ({ key, title: title(value as never), address }));
