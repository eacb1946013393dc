import { useEffect, useState } from 'preact/hooks';
import { now } from './format';
import { type Loaded, useLoad } from './hooks';
import { isForgotten } from './idle-clock';

/** Milliseconds between two looks, so that what others do is here within ten seconds. */
const EVERY = 8000;

export interface Fresh<T> extends Loaded<T> {
  /** since when looking has failed, so that what is shown may be old */
  missedAt: string | undefined;
}

/**
 * As `useLoad`, and looks again every few seconds while the page is seen: quietly, and not for somebody who has gone. Looking is
 * no use of the portal, so it keeps nobody signed in.
 * @param load gives the very same object where nothing has changed
 */
export function useFresh<T>(load: (signal: AbortSignal) => Promise<T>, deps: readonly unknown[]): Fresh<T> {
  const loaded = useLoad(load, deps);
  const [newer, setNewer] = useState<{ than: T; data: T }>();
  const [missedAt, setMissedAt] = useState<string>();
  const isLoaded = loaded.data !== undefined && !loaded.loading && !loaded.error;
  useEffect(() => {
    if (!isLoaded) return;
    setMissedAt(undefined);
    const controller = new AbortController();
    const { signal } = controller;
    let timer = setTimeout(look, EVERY);
    async function look() {
      clearTimeout(timer);
      if (document.visibilityState !== 'visible' || isForgotten()) return;
      try {
        const data = await load(signal);
        if (signal.aborted) return;
        setNewer({ than: loaded.data as T, data });
        setMissedAt(undefined);
      } catch {
        if (signal.aborted) return;
        setMissedAt((before) => before ?? now());
      }
      // Somebody who came back meanwhile has made it look, too.
      clearTimeout(timer);
      timer = setTimeout(look, EVERY);
    }
    document.addEventListener('visibilitychange', look, { signal });
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [...deps, isLoaded, loaded.data]);
  return { ...loaded, missedAt, data: newer && newer.than === loaded.data ? newer.data : loaded.data };
}
