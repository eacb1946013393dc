import type { Page } from 'hospital-service-client';
import { useId, useLayoutEffect, useState } from 'preact/hooks';
import { messageOf } from '../errors';
import { useLoad, useSettled } from '../hooks';
import { t } from '../i18n';
import { SEARCH_MAX } from '../session';
import { Field } from './field';

/** The first page of what a search finds. */
export type Matches<T> = Pick<Page<T, unknown>, 'items' | 'next' | 'approximate'>;

interface Props<T> {
  label: string;
  hint?: string;
  error?: string | undefined;
  /** looks for a text; what is no longer wanted is aborted */
  search: (text: string, signal: AbortSignal) => Promise<Matches<T>>;
  keyOf: (item: T) => string;
  /** what stands in the list: a name, and what tells two of one name apart */
  textOf: (item: T) => { name: string; note?: string };
  onChoose: (item: T) => void;
}

/** A field that searches as one types: the WAI-ARIA pattern "editable combobox with list autocomplete". */
export function Combobox<T>({ label, hint, error, search, keyOf, textOf, onChoose }: Props<T>) {
  const list = useId();
  const [text, setText] = useState('');
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const asked = useSettled(text.trim());
  const none: Matches<T> = { items: [], next: undefined, approximate: false };
  const found = useLoad((signal) => (asked ? search(asked, signal) : Promise.resolve(none)), [asked]);
  const { items, next, approximate } = (asked && found.data) || none;
  const shown = open && asked !== '' && !found.loading;
  // Nobody is taken for somebody whose name only sounds alike, nor for who was asked for before.
  const only = shown && asked === text.trim() && !approximate && items.length === 1 ? items[0] : undefined;
  // Before anybody can press a key that is meant for what is new.
  useLayoutEffect(() => setActive(-1), [found.data]);

  function choose(item: T | undefined) {
    if (item === undefined) return;
    setText('');
    setOpen(false);
    onChoose(item);
  }

  function said() {
    if (items.length === 0) return t.search.nothing;
    if (approximate) return t.search.similar;
    return next ? t.search.more(items.length) : t.search.found(items.length);
  }

  function onKeyDown(event: KeyboardEvent) {
    const moves: Record<string, () => void> = {
      ArrowDown: () => {
        setOpen(true);
        setActive((active + 1) % Math.max(items.length, 1));
      },
      ArrowUp: () => setActive((active <= 0 ? items.length : active) - 1),
      // While a search is under way, those of the one before are hidden.
      Enter: () => choose((shown ? items[active] : undefined) ?? only),
      Escape: () => (open ? setOpen(false) : setText('')),
    };
    const move = moves[event.key];
    if (!move || event.isComposing) return;
    event.preventDefault();
    move();
  }

  return (
    <div class="combobox">
      <Field label={label} hint={hint} error={error ?? (found.error ? messageOf(found.error) : undefined)}>
        {(control) => (
          <input
            {...control}
            type="text"
            role="combobox"
            autocomplete="off"
            maxLength={SEARCH_MAX}
            spellcheck={false}
            aria-autocomplete="list"
            aria-expanded={shown && items.length > 0}
            aria-controls={list}
            aria-activedescendant={shown && active >= 0 ? `${list}-${active}` : undefined}
            value={text}
            onInput={(event) => {
              setText(event.currentTarget.value);
              setOpen(true);
            }}
            onKeyDown={onKeyDown}
            onBlur={() => setOpen(false)}
          />
        )}
      </Field>
      <p class="hint" role="status">
        {shown && said()}
      </p>
      <div id={list} role="listbox" aria-label={label} hidden={!shown || items.length === 0}>
        {items.map((item, i) => {
          const { name, note } = textOf(item);
          return (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the field, which keeps the focus.
            <div
              key={keyOf(item)}
              id={`${list}-${i}`}
              role="option"
              tabIndex={-1}
              aria-selected={i === active}
              // Not the click's default: the field keeps the focus, and the list stays until the click.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => choose(item)}
            >
              <bdi>{name}</bdi>
              {note && <small>{note}</small>}
            </div>
          );
        })}
      </div>
    </div>
  );
}
