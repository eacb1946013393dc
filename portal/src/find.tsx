import { useEffect, useState } from 'preact/hooks';
import { t } from './i18n';
import { lazy } from './lazy';
import { Button } from './ui/button';

const FindDialog = lazy(async () => (await import('./pages/find')).FindDialog);

const TYPED_IN = 'input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable]';

const isTyping = ({ target }: KeyboardEvent): boolean => target instanceof Element && target.matches(TYPED_IN);

/** A key by its letter or sign, also where it writes a letter of another script. */
const isKey = (event: KeyboardEvent, key: string, code: string): boolean =>
  event.key.toLowerCase() === key || (event.code === code && event.key > '\u007f');

/** The header's search. `/` leads to the page's own search where it has one, otherwise here; Ctrl+K or ⌘K always here. */
export function Find() {
  const [open, setOpen] = useState(false);
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      const { ctrlKey, metaKey, altKey, shiftKey, isComposing, defaultPrevented } = event;
      if (altKey || isComposing || defaultPrevented) return;
      if (isKey(event, 'k', 'KeyK') && ctrlKey !== metaKey && !shiftKey) {
        // Not the browser's own search.
        event.preventDefault();
        setOpen(true);
      } else if (isKey(event, '/', 'Slash') && !ctrlKey && !metaKey) {
        if (isTyping(event) || document.querySelector('dialog[open]')) return;
        event.preventDefault();
        const field = document.querySelector<HTMLElement>('main input[type="search"]');
        if (field) field.focus();
        else setOpen(true);
      }
    }
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, []);
  return (
    <>
      <Button
        class="find"
        aria-label={t.find.title}
        aria-keyshortcuts="Control+K Meta+K /"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <svg viewBox="0 0 16 16" width="16" height="16" fill="none" stroke="currentColor" aria-hidden="true">
          <circle cx="6.5" cy="6.5" r="4.75" stroke-width="1.5" />
          <path d="m10 10 4.5 4.5" stroke-width="1.75" stroke-linecap="round" />
        </svg>
        <span>{t.find.title}</span>
        <kbd>/</kbd>
      </Button>
      {open && <FindDialog onClose={() => setOpen(false)} />}
    </>
  );
}
