import { useEffect, useRef, useState } from 'preact/hooks';
import { firstDayOf, isMonthOrYear } from '../born';
import { formatDate, formatKnown, isDay } from '../format';
import { t } from '../i18n';
import { parseDay, parseKnown } from '../parse-date';
import { Field } from './field';

interface DateProps {
  label: string;
  /** `2030-01-07`, empty, or what was typed that is no date */
  value: string;
  min?: string | undefined;
  max?: string | undefined;
  required?: boolean;
  name?: string;
  /** may be a month or a year, `2030-01` or `2030`, where no more is known */
  orLess?: boolean;
  /** @param isGiven whether it is a day that may be chosen; otherwise the form it is in cannot be sent */
  onChange: (value: string, isGiven: boolean) => void;
}

/** What connects it with its label, hint and error. */
interface Control {
  id: string;
  'aria-describedby'?: string;
  'aria-invalid'?: true;
  onFocusIn?: () => void;
  onFocusOut?: () => void;
}

/** What is wrong with a date, in a sentence that names the field. */
function faultIn({ label, value: given, min, max, orLess }: DateProps): string {
  if (!given) return '';
  const value = orLess && isMonthOrYear(given) ? firstDayOf(given) : given;
  if (!isDay(value)) return t.dates.none(label, formatDate('1984-12-31'));
  if (min && isDay(min) && value < min) return t.dates.early(label, formatDate(min));
  if (max && isDay(max) && value > max) return t.dates.late(label, formatDate(max));
  return '';
}

/**
 * A date as the portal prints it, in the portal's language, where the browser's own field would be in the browser's. It is typed in
 * any of the ways in which people write dates, or chosen in the browser's calendar.
 */
export function DateInput({ control, ...props }: DateProps & { control: Control }) {
  const { value, min, max, required, name, orLess, onChange } = props;
  const parse = orLess ? parseKnown : parseDay;
  // While somebody types, it stays as it is typed.
  const [typed, setTyped] = useState<string>();
  const input = useRef<HTMLInputElement>(null);
  const calendar = useRef<HTMLInputElement>(null);
  const change = (next: string) => onChange(next, next !== '' && !faultIn({ ...props, value: next }));
  useEffect(() => {
    // By the browser nothing is sent meanwhile.
    const seen = typed === undefined ? value : (parse(typed) ?? typed.trim());
    input.current?.setCustomValidity(faultIn({ ...props, value: seen }));
  });
  return (
    <div class="date">
      <input
        {...control}
        ref={input}
        type="text"
        name={name}
        autocomplete="off"
        maxLength={60}
        required={required}
        value={typed ?? (isDay(value) || (orLess && isMonthOrYear(value)) ? formatKnown(value) : value)}
        onInput={({ currentTarget: { value: text } }) => {
          setTyped(text);
          change(parse(text) ?? text.trim());
        }}
        onBlur={() => setTyped(undefined)}
      />
      <button type="button" class="button quiet icon" onClick={() => calendar.current?.showPicker()}>
        <svg viewBox="0 0 16 16" width="16" height="16" fill="none" stroke="currentColor" aria-hidden="true">
          <path d="M2 3.5h12v10.5H2zM2 7h12M5 1.5v3.5M11 1.5v3.5" />
        </svg>
        <span class="for-readers">{t.dates.pick}</span>
      </button>
      <input
        ref={calendar}
        type="date"
        tabIndex={-1}
        aria-hidden="true"
        min={min}
        max={max}
        value={isDay(value) ? value : ''}
        onInput={({ currentTarget }) => {
          change(currentTarget.value);
          input.current?.focus();
        }}
      />
    </div>
  );
}

export function DateField({ hint, error, ...props }: DateProps & { hint?: string; error?: string | undefined }) {
  // Not yet while somebody types.
  const [isLeft, setLeft] = useState(true);
  const fault = error ?? (isLeft ? faultIn(props) : '');
  return (
    <Field label={props.label} hint={hint} error={fault || undefined}>
      {(control) => (
        <DateInput
          {...props}
          control={{ ...control, onFocusIn: () => setLeft(false), onFocusOut: () => setLeft(true) }}
        />
      )}
    </Field>
  );
}
