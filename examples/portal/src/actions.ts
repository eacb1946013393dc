import { useRef, useState } from 'preact/hooks';

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

/**
 * The `Idempotency-Key` of a create: the same one as long as its body is. Whoever presses the button again because no answer
 * came gets what was created the first time, not a second payment.
 */
export function useKey(): (body: unknown) => { 'idempotency-key': string } {
  const last = useRef({ body: '', key: '' });
  return (body) => {
    const text = JSON.stringify(body);
    if (text !== last.current.body) {
      // Not `randomUUID`, which is missing where a page is not served securely.
      last.current = { body: text, key: crypto.getRandomValues(new Uint32Array(5)).join('-') };
    }
    return { 'idempotency-key': last.current.key };
  };
}
