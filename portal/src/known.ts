import { type Loaded, useLoad } from './hooks';

/** What many pages need and what seldom changes, as it was last read, by what it is. In memory only. */
const known = new Map<string, unknown>();
/** Days and doctors that somebody has looked at add up. */
const MOST = 50;

/** Somebody else may be shown something else, and what was changed here is no longer so. */
export const forgetKnown = (): void => known.clear();

/**
 * As `useLoad`, and shows what is known at once, while it is read again: it is loading only where nothing is known.
 * @param load is given what is known, for asking only whether that has changed; its data is compared as JSON
 */
export function useKnown<T>(
  key: string,
  load: (signal: AbortSignal, known: T | undefined) => Promise<T>,
  deps: readonly unknown[] = [],
): Loaded<T> {
  const loaded = useLoad(
    async (signal) => {
      const before = known.get(key) as T | undefined;
      const read = await load(signal, before);
      // The very same, so that nothing that is made of it is made again.
      const data = before !== undefined && JSON.stringify(before) === JSON.stringify(read) ? before : read;
      if (!signal.aborted) keep(key, data);
      return data;
    },
    [key, ...deps],
  );
  const kept = known.get(key) as T | undefined;
  if (kept === undefined || (!loaded.loading && !loaded.error)) return loaded;
  return { ...loaded, data: kept, loading: false };
}

function keep(key: string, data: unknown): void {
  known.delete(key);
  known.set(key, data);
  const [oldest] = known.keys();
  if (known.size > MOST && oldest !== undefined) known.delete(oldest);
}
