import type { Page } from 'hospital-service-client';
import type { ComponentChildren } from 'preact';
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { messageOf } from '../errors';
import { useLoad, useSettled } from '../hooks';
import { t } from '../i18n';
import { SEARCH_MAX } from '../session';
import { Field } from './field';

/** The first page of what a search finds. */
export type Matches<T> = Pick<Page<T, unknown>, 'items' | 'next' | 'approximate'>;

export interface ComboboxProps<T> {
  label: string;
  hint?: string;
  error?: string | undefined;
  /** looks for a text; what is no longer wanted is aborted */
  search: (text: string, signal: AbortSignal) => Promise<Matches<T>>;
  keyOf: (item: T) => string;
  /** what stands in the list: a name, and what tells two of one name apart */
  textOf: (item: T) => { name: string; note?: string };
  onChoose: (item: T) => void;
  /** it is what a dialog is for: results stay in view, Escape is the dialog's, and Enter takes the first one, which is marked */
  fills?: boolean;
  /** offered while nothing is typed, below a text that says what they are */
  before?: { text: string; items: readonly T[] };
  /** shown where nothing was found */
  otherwise?: (text: string) => ComponentChildren;
}

/** A field that searches as one types: the WAI-ARIA pattern "editable combobox with list autocomplete". */
export function Combobox<T>(props: ComboboxProps<T>) {
  const { label, hint, error, search, keyOf, textOf, onChoose, fills = false, before, otherwise } = props;
  const list = useId();
  const [text, setText] = useState('');
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const typed = text.trim();
  const asked = useSettled(typed);
  const found = useLoad(async (signal) => (asked ? { ...(await search(asked, signal)), asked } : undefined), [asked]);
  const answer = found.data?.asked === asked ? found.data : undefined;
  const isOffered = before !== undefined && before.items.length > 0 && typed === '';
  // While a search is under way, those of the one before are hidden.
  const shown = isOffered || (open && answer !== undefined);
  const items = (isOffered ? before.items : answer?.items) ?? [];
  // Before anybody can press a key that is meant for what is new. Nobody is taken for somebody whose name only sounds alike.
  useLayoutEffect(() => setActive(fills && answer && !answer.approximate ? 0 : -1), [answer]);
  // What Enter was pressed for: before the answer comes, it waits.
  const entered = useRef('');

  function choose(item: T | undefined) {
    entered.current = '';
    if (item === undefined) return;
    setText('');
    setOpen(false);
    onChoose(item);
  }

  function takeEntered() {
    if (!answer || !entered.current || answer.asked !== entered.current) return;
    const isClear = !answer.approximate && (fills || answer.items.length === 1);
    choose(isClear ? answer.items[0] : undefined);
  }
  useEffect(takeEntered, [answer]);

  function enter() {
    const marked = shown ? items[active] : undefined;
    if (marked !== undefined && (isOffered || asked === typed)) return choose(marked);
    entered.current = typed;
    takeEntered();
  }

  function said() {
    if (isOffered) return before.text;
    if (!answer) return '';
    if (items.length === 0) return t.search.nothing;
    if (answer.approximate) return t.search.similar;
    return answer.next ? t.search.more(items.length) : t.search.found(items.length);
  }

  function mark(next: number) {
    setActive(next);
    document.getElementById(`${list}-${next}`)?.scrollIntoView({ block: 'nearest' });
  }

  function onKeyDown(event: KeyboardEvent) {
    const moves: Record<string, () => void> = {
      ArrowDown: () => {
        setOpen(true);
        mark((active + 1) % Math.max(items.length, 1));
      },
      ArrowUp: () => mark((active <= 0 ? items.length : active) - 1),
      Enter: enter,
      // With nothing to close or to take back it is the dialog's.
      ...(!fills && (open || text) && { Escape: () => (open ? setOpen(false) : setText('')) }),
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
              entered.current = '';
              setText(event.currentTarget.value);
              setOpen(true);
            }}
            onKeyDown={onKeyDown}
            onBlur={() => fills || setOpen(false)}
          />
        )}
      </Field>
      <p class="hint" role="status">
        {shown && said()}
      </p>
      {otherwise && open && answer?.items.length === 0 && otherwise(typed)}
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
