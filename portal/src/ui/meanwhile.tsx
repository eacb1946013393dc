import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { t } from '../i18n';
import { Button } from './button';
import { Alert } from './status';

interface Props {
  title?: string;
  /** what the record says now */
  children: ComponentChildren;
  /** drops what was typed */
  onTake: () => void;
}

/** In a form that still holds what was typed: what the record says since somebody else has changed it. */
export function Meanwhile({ title = t.meanwhile.title, children, onTake }: Props) {
  const section = useRef<HTMLElement>(null);
  // The button that was pressed may be far from here.
  useEffect(() => section.current?.focus(), []);
  return (
    <section ref={section} class="meanwhile" aria-label={title} tabIndex={-1}>
      <Alert>{t.meanwhile.kept}</Alert>
      <h2>{title}</h2>
      {children}
      <Button onClick={onTake}>{t.meanwhile.take}</Button>
    </section>
  );
}
