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

/** A modal dialog for as long as it is drawn. The browser keeps the focus inside, and gives it back at the end. */
export function Dialog({ title, onClose, children, wide = false }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();
  useEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => {
      element?.close();
      // What had the focus before may be gone: an appointment that was moved is another entry.
      if (document.activeElement === document.body) document.querySelector('main')?.focus();
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
      <header>
        <h2 id={heading}>{title}</h2>
        <Button look="quiet" class="icon" aria-label={t.close} onClick={onClose}>
          ✕
        </Button>
      </header>
      {children}
    </dialog>
  );
}
