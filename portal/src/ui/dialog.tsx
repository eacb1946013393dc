import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import { t } from '../i18n';
import { Button } from './button';

interface Props {
  title: string;
  onClose: () => void;
  children: ComponentChildren;
  /** for what needs room, as a preview does */
  wide?: boolean;
}

/** A modal dialog for as long as it is drawn. The browser keeps the focus inside; at the end it goes back. */
export function Dialog({ title, onClose, children, wide = false }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();
  useEffect(() => {
    const element = dialog.current;
    const before = document.activeElement;
    element?.showModal();
    return () => {
      element?.close();
      // The browser gives the focus back only while the dialog is in the page, which it no longer is. What had it may be
      // gone as well: an appointment that was moved is another entry.
      const isThere = before instanceof HTMLElement && before !== document.body && before.isConnected;
      (isThere ? before : document.querySelector('main'))?.focus();
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      class={wide ? 'wide' : undefined}
      aria-labelledby={heading}
      // Escape. It closes by being drawn no more.
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      {/* Not a `header`, which would be the page's. */}
      <div class="head">
        <h2 id={heading}>{title}</h2>
        <Button look="quiet" class="icon" aria-label={t.close} onClick={onClose}>
          ✕
        </Button>
      </div>
      {children}
    </dialog>
  );
}
