import type { ComponentChildren } from 'preact';
import { t } from '../i18n';
import { Button } from './button';
import { Alert } from './status';

interface Props {
  /** what the record says now */
  children: ComponentChildren;
  /** drops what was typed */
  onTake: () => void;
}

/** In a form that still holds what was typed: what the record says since somebody else has changed it. */
export function Meanwhile({ children, onTake }: Props) {
  return (
    <section class="meanwhile" aria-label={t.meanwhile.title}>
      <Alert>{t.meanwhile.kept}</Alert>
      <h2>{t.meanwhile.title}</h2>
      {children}
      <Button onClick={onTake}>{t.meanwhile.take}</Button>
    </section>
  );
}
