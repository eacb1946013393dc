import { useEffect, useState } from 'preact/hooks';

// Addresses are `#/patients/42?duplicates=yes`: behind the hash, so that any server of files can serve the portal. Browsers
// keep addresses in their history, for whoever comes next: what people type, such as a patient's name, is not in them but in
// the notes of the step in the history, which going back and loading anew bring along.

export interface Place {
  path: string;
  query: URLSearchParams;
  notes: Notes;
}

type Query = Record<string, string | undefined>;
type Notes = Readonly<Record<string, string>>;

function here(): Place {
  const [path = '', query] = location.hash.slice(1).split('?');
  return { path: path || '/', query: new URLSearchParams(query), notes: history.state ?? {} };
}

/** An address within the portal, for `href`. Parameters without a value are left out. */
export function linkTo(path: string, query: Query = {}): string {
  const given = Object.entries(query).filter((entry): entry is [string, string] => Boolean(entry[1]));
  return `#${path}${given.length > 0 ? `?${new URLSearchParams(given)}` : ''}`;
}

const CHANGED = 'placechange';

/** Goes there, as a link would. */
export function go(path: string, query?: Query, notes: Notes = {}): void {
  history.pushState(notes, '', linkTo(path, query));
  dispatchEvent(new Event(CHANGED));
}

/** Changes parameters of the present address without a step in the history, as filters do while one types. */
export function setQuery(change: Query): void {
  const { path, query } = here();
  history.replaceState(history.state, '', linkTo(path, { ...Object.fromEntries(query), ...change }));
  dispatchEvent(new Event(CHANGED));
}

/** Keeps what is typed with the present step in the history. */
export function setNotes(notes: Notes): void {
  history.replaceState(notes, '');
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

/** The parameters of a path by its pattern (`/patients/:id`), or nothing if it is another one. */
export function match(pattern: string, path: string): Record<string, string> | undefined {
  const wanted = pattern.split('/');
  const given = segmentsOf(path);
  if (wanted.length !== given.length) return undefined;
  const params: Record<string, string> = {};
  for (const [i, part] of wanted.entries()) {
    if (part.startsWith(':')) params[part.slice(1)] = given[i] ?? '';
    else if (part !== given[i]) return undefined;
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
