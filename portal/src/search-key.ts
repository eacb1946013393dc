import { useEffect } from 'preact/hooks';
import { go } from './router';
import { may } from './session';

const TYPED_IN = 'input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable]';

/** The key of `/`, also where it writes a letter of another script. */
const isSlash = ({ key, code }: KeyboardEvent): boolean => key === '/' || (code === 'Slash' && key > '\u007f');

function onKeyDown(event: KeyboardEvent): void {
  const { target, ctrlKey, metaKey, altKey, isComposing, defaultPrevented } = event;
  if (!isSlash(event) || ctrlKey || metaKey || altKey || isComposing || defaultPrevented) return;
  const isTyping = target instanceof Element && target.matches(TYPED_IN);
  if (isTyping || document.querySelector('dialog[open]') || !may('patient:read')) return;
  event.preventDefault();
  const field = document.querySelector<HTMLElement>('main input[type="search"]');
  // The patients' page gives the focus to its search.
  if (field) field.focus();
  else go('/patients');
}

/** `/` leads to the search: that of the page, otherwise that of patients. Not where somebody types. */
export function useSearchKey(isSignedIn: boolean): void {
  useEffect(() => {
    if (!isSignedIn) return;
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, [isSignedIn]);
}
