import { useEffect, useState } from 'preact/hooks';

// Addresses are `#/patients/42?duplicates=yes`: behind the hash, so that any server of files can serve the portal. Browsers
// keep addresses and states in their history, for whoever comes next: what people type, such as a patient's name, is in neither,
// but in notes in the memory of the page. The state of a step in the history only says which notes are its own.

export interface Place {
  path: string;
  query: URLSearchParams;
  notes: Notes;
}

type Query = Record<string, string | undefined>;
type Notes = Readonly<Record<string, string>>;

const notesOf = new Map<string, Notes>();

/** What was typed can no longer be gone back to. */
export const forgetNotes = (): void => notesOf.clear();

/** Unlike that of any step before a new load of the page. */
const newStep = (): string => crypto.getRandomValues(new Uint32Array(2)).join('-');

export function here(): Place {
  const [path = '', query] = location.hash.slice(1).split('?');
  return { path: path || '/', query: new URLSearchParams(query), notes: notesOf.get(history.state) ?? {} };
}

/** An address within the portal, for `href`. Parameters without a value are left out. */
export function linkTo(path: string, query: Query = {}): string {
  const given = Object.entries(query).filter((entry): entry is [string, string] => Boolean(entry[1]));
  return `#${path}${given.length > 0 ? `?${new URLSearchParams(given)}` : ''}`;
}

/** The page that also those see who are not signed in: links lead there by which people set their password. */
export const SET_PASSWORD = '/password';

export const isAt = (path: string): boolean => here().path === path;

const CHANGED = 'placechange';

/** Goes there, as a link would. */
export function go(path: string, query?: Query, notes: Notes = {}): void {
  const step = newStep();
  notesOf.set(step, notes);
  history.pushState(step, '', linkTo(path, query));
  dispatchEvent(new Event(CHANGED));
}

/** Goes there in the place of the present address, to which going back would only lead here again. */
export function replace(path: string, query?: Query): void {
  history.replaceState(newStep(), '', linkTo(path, query));
  dispatchEvent(new Event(CHANGED));
}

/** Changes parameters of the present address without a step in the history, as filters do while one types. */
export function setQuery(change: Query): void {
  const { path, query } = here();
  history.replaceState(history.state, '', linkTo(path, { ...Object.fromEntries(query), ...change }));
  dispatchEvent(new Event(CHANGED));
}

/** Keeps what is typed with the present step in the history, for going back to it. */
export function setNotes(notes: Notes): void {
  const step = notesOf.has(history.state) ? history.state : newStep();
  notesOf.set(step, notes);
  history.replaceState(step, '');
  dispatchEvent(new Event(CHANGED));
}

export function usePlace(): Place {
  const [place, setPlace] = useState(here);
  useEffect(() => {
    const follow = () => setPlace(here());
    const events = [CHANGED, 'hashchange', 'popstate'];
    for (const event of events) addEventListener(event, follow);
    return () => {
      for (const event of events) removeEventListener(event, follow);
    };
  }, []);
  return place;
}

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** A text of an address, if it is the id of a record: nothing else is asked for. `..` would be another path of the service. */
export const idOf = (text: string | null): string => (text && ID.test(text) ? text : '');

/** A day of an address, which somebody may have mistyped. */
export const dayIn = (text: string | null): string | undefined =>
  text && /^\d{4}-\d\d-\d\d$/.test(text) && Date.parse(text) ? text : undefined;

/** The ids in a path by its pattern (`/patients/:id`), or nothing if it is another one. */
export function match(pattern: string, path: string): Record<string, string> | undefined {
  const wanted = pattern.split('/');
  const given = segmentsOf(path);
  if (wanted.length !== given.length) return undefined;
  const params: Record<string, string> = {};
  for (const [i, part] of wanted.entries()) {
    const text = given[i] ?? '';
    if (part.startsWith(':') && idOf(text)) params[part.slice(1)] = text;
    else if (part !== text) return undefined;
  }
  return params;
}

/** None of a path that somebody has mistyped: `%E0` alone is no letter. */
function segmentsOf(path: string): string[] {
  try {
    return path.split('/').map(decodeURIComponent);
  } catch {
    return [];
  }
}
