import { useState } from 'preact/hooks';

export interface Action {
  /** whether it goes on */
  busy: boolean;
  /** what went wrong the last time */
  error: unknown;
  run: (work: () => Promise<void>) => Promise<void>;
  /** forgets what went wrong */
  reset: () => void;
}

/** Work that a button begins: one at a time, and what it throws is kept to be shown. */
export function useAction(): Action {
  const [state, setState] = useState<{ busy: boolean; error?: unknown }>({ busy: false });
  async function run(work: () => Promise<void>) {
    if (state.busy) return;
    setState({ busy: true });
    try {
      await work();
      setState({ busy: false });
    } catch (error) {
      setState({ busy: false, error });
    }
  }
  return { busy: state.busy, error: state.error, run, reset: () => setState({ busy: false }) };
}
