import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import { Button } from './button';

interface Props {
  /** what has to be chosen or typed first */
  missing: string | undefined;
  busy: boolean;
  children: ComponentChildren;
}

/**
 * The button that sends a form. As long as something is missing it says what, and keyboards and screen readers find it all the
 * same: the form's `onSubmit` leads to what is missing.
 */
export function Submit({ missing, busy, children }: Props) {
  const reason = useId();
  return (
    <>
      <Button
        type="submit"
        look="primary"
        busy={busy}
        class={missing ? 'waits' : undefined}
        aria-disabled={missing ? true : undefined}
        aria-describedby={missing ? reason : undefined}
      >
        {children}
      </Button>
      {missing && (
        <span id={reason} class="hint">
          {missing}
        </span>
      )}
    </>
  );
}
