import { useCallback, useEffect, useState } from 'preact/hooks';
import { now } from './format';

export interface Loaded<T> {
  data: T | undefined;
  error: unknown;
  loading: boolean;
  reload: () => void;
}

/**
 * Loads when the component appears, again when one of `deps` changes, and when `reload` is called. A load that is no longer
 * wanted is aborted; what was loaded before stays until the new data is there. It also stays where a reload fails, and with
 * it the forms in which somebody types.
 */
export function useLoad<T>(load: (signal: AbortSignal) => Promise<T>, deps: readonly unknown[]): Loaded<T> {
  const [state, setState] = useState<State<T>>({ loading: true });
  const [round, setRound] = useState(0);
  useEffect(() => {
    const controller = new AbortController();
    setState((last) => ({ ...last, error: undefined, loading: true }));
    load(controller.signal).then(
      (data) => controller.signal.aborted || setState({ data, of: deps, loading: false }),
      (error) =>
        controller.signal.aborted ||
        setState(({ data, of }) => ({ data: isSame(of, deps) ? data : undefined, of: deps, error, loading: false })),
    );
    return () => controller.abort();
  }, [...deps, round]);
  const reload = useCallback(() => setRound((last) => last + 1), []);
  // What is no longer asked for has been loaded, but what is has not.
  return { data: state.data, error: state.error, loading: state.loading || !isSame(state.of, deps), reload };
}

interface State<T> {
  data?: T | undefined;
  /** what the data, or the error, is of */
  of?: readonly unknown[] | undefined;
  error?: unknown;
  loading: boolean;
}

const isSame = (one: readonly unknown[] | undefined, other: readonly unknown[]): boolean =>
  one?.every((dep, i) => dep === other[i]) ?? false;

/** The value, once it has stayed the same for a moment: for searches while one types. */
export function useSettled<T>(value: T, milliseconds = 250): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), milliseconds);
    return () => clearTimeout(timer);
  }, [value, milliseconds]);
  return settled;
}

/** Whether a media query fits, now and when the window changes. */
export function useMedia(query: string): boolean {
  const [fits, setFits] = useState(() => matchMedia(query).matches);
  useEffect(() => {
    const list = matchMedia(query);
    const follow = () => setFits(list.matches);
    list.addEventListener('change', follow);
    return () => list.removeEventListener('change', follow);
  }, [query]);
  return fits;
}

/** Draws anew with each minute of the hospital's clocks. */
export function useMinute(): string {
  const [minute, setMinute] = useState(() => now().slice(0, 16));
  useEffect(() => {
    const timer = setInterval(() => setMinute(now().slice(0, 16)), 5000);
    return () => clearInterval(timer);
  }, []);
  return minute;
}
