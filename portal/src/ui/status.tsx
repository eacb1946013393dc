import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { isMissing, messageOf } from '../errors';
import { t } from '../i18n';
import { linkTo } from '../router';
import { Button } from './button';

const SHOWN_FOR = 6000;
const told = new EventTarget();

/** Says that something was done, below on the screen and to screen readers. */
export function say(message: string): void {
  told.dispatchEvent(new CustomEvent('say', { detail: message }));
}

/** Where `say` speaks; once in the page, and always there, as screen readers notice only changes of what they know. */
export function Announcer() {
  const [message, setMessage] = useState('');
  useEffect(() => {
    const hear = (event: Event) => setMessage((event as CustomEvent<string>).detail);
    told.addEventListener('say', hear);
    return () => told.removeEventListener('say', hear);
  }, []);
  useEffect(() => {
    if (!message) return;
    const timer = setTimeout(() => setMessage(''), SHOWN_FOR);
    return () => clearTimeout(timer);
  }, [message]);
  return (
    <div class="toast" role="status">
      {message && <p>{message}</p>}
    </div>
  );
}

/** What is wrong, read out at once. */
export function Alert({ children }: { children: ComponentChildren }) {
  return (
    <p class="alert" role="alert">
      {children}
    </p>
  );
}

interface LoadingProps {
  of: { data: unknown; error: unknown; loading: boolean; reload: () => void };
  /** on a page that has nothing else: leads on from a record that does not exist */
  page?: boolean;
}

/** What `useLoad` is doing, until there is something to show. */
export function Loading({ of: { data, error, loading, reload }, page = false }: LoadingProps) {
  if (error) {
    return (
      <Alert>
        {messageOf(error)} {!isMissing(error) && <Button onClick={reload}>{t.retry}</Button>}
        {isMissing(error) && page && <a href={linkTo('/patients')}>{t.patients.toList}</a>}
      </Alert>
    );
  }
  return loading && data === undefined ? <Skeleton page={page} /> : null;
}

/** The shape of what comes, a moment after it was asked for: mostly it is there before. */
export function Skeleton({ page = false }: { page?: boolean }) {
  return (
    <div class={page ? 'skeleton page' : 'skeleton'} aria-busy="true">
      <span class="for-readers">{t.loading}</span>
      {Array.from({ length: page ? 8 : 3 }, (_, line) => (
        <span key={line} class="bone" />
      ))}
    </div>
  );
}
