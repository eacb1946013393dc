import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { useAction } from '../actions';
import { messageOf } from '../errors';
import { t } from '../i18n';
import { Button } from './button';
import { Dialog } from './dialog';
import { Alert } from './status';

interface Props {
  title: string;
  /** what follows */
  children: ComponentChildren;
  /** says what it does */
  submit: string;
  look?: 'primary' | 'danger';
  onConfirm: () => Promise<void>;
  onClose: () => void;
  /** what to tell of an error, where this is not enough: `messageOf` */
  explain?: (error: unknown) => ComponentChildren;
}

/** Asks once more before something is done. It stays open where that fails, and says why. */
export function Confirm({ title, children, submit, look = 'danger', onConfirm, onClose, explain = messageOf }: Props) {
  const { busy, error, run } = useAction();
  return (
    <Dialog title={title} onClose={onClose}>
      {children}
      {error !== undefined && <Alert>{explain(error)}</Alert>}
      <div class="row end">
        <Button onClick={onClose}>{t.back}</Button>
        <Button look={look} busy={busy} onClick={() => run(onConfirm)}>
          {submit}
        </Button>
      </div>
    </Dialog>
  );
}

/** A button that asks so. What it does ends with another page, or without the button. */
export function ConfirmButton({ label, ...props }: Omit<Props, 'onClose'> & { label: string }) {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button onClick={() => setAsking(true)}>{label}</Button>
      {isAsking && <Confirm {...props} onClose={() => setAsking(false)} />}
    </>
  );
}
