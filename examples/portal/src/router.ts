import { useEffect, useState } from 'preact/hooks';

// Addresses are `#/patients/42?search=sv`: behind the hash, so that any server of files can serve the portal.

export interface Place {
  path: string;
  query: URLSearchParams;
}

type Query = Record<string, string | undefined>;

function here(): Place {
  const [path = '', query] = location.hash.slice(1).split('?');
  return { path: path || '/', query: new URLSearchParams(query) };
}

/** An address within the portal, for `href`. Parameters without a value are left out. */
export function linkTo(path: string, query: Query = {}): string {
  const given = Object.entries(query).filter((entry): entry is [string, string] => Boolean(entry[1]));
  return `#${path}${given.length > 0 ? `?${new URLSearchParams(given)}` : ''}`;
}

/** Goes there, as a link would. */
export function go(path: string, query?: Query): void {
  location.hash = linkTo(path, query);
}

/** Changes parameters of the present address without a step in the history, as filters do while one types. */
export function setQuery(change: Query): void {
  const { path, query } = here();
  history.replaceState(null, '', linkTo(path, { ...Object.fromEntries(query), ...change }));
  dispatchEvent(new HashChangeEvent('hashchange'));
}

export function usePlace(): Place {
  const [place, setPlace] = useState(here);
  useEffect(() => {
    const follow = () => setPlace(here());
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  }, []);
  return place;
}

/** The parameters of a path by its pattern (`/patients/:id`), or nothing if it is another one. */
export function match(pattern: string, path: string): Record<string, string> | undefined {
  const wanted = pattern.split('/');
  const given = path.split('/');
  if (wanted.length !== given.length) return undefined;
  const params: Record<string, string> = {};
  for (const [i, part] of wanted.entries()) {
    if (part.startsWith(':')) params[part.slice(1)] = decodeURIComponent(given[i] ?? '');
    else if (part !== given[i]) return undefined;
  }
  return params;
}
