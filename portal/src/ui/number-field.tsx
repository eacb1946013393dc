import { useEffect, useRef, useState } from 'preact/hooks';
import { t } from '../i18n';
import { locale } from '../i18n/locale';
import { decimalsOf, numberText, readNumber } from '../number-text';
import { session } from '../session';
import { Field } from './field';

interface NumberProps {
  label: string;
  hint?: string | undefined;
  error?: string | undefined;
  /** `80.5`, empty, or what was typed that is no number */
  value: string;
  min?: number | undefined;
  max?: number | undefined;
  /** how many are shown, also where they are zeros */
  decimals?: number;
  /** how many there may be */
  maxDecimals?: number;
  required?: boolean;
  name?: string;
  placeholder?: string;
  onChange: (value: string) => void;
}

function faultIn({ value, min, max, maxDecimals }: NumberProps): string {
  if (!value) return '';
  const number = Number(value);
  if (!Number.isFinite(number)) return t.numbers.none;
  const shown = (limit: number) => numberText(String(limit), 0, locale);
  if (min !== undefined && number < min) return t.numbers.low(shown(min));
  if (max !== undefined && number > max) return t.numbers.high(shown(max));
  if (maxDecimals !== undefined && decimalsOf(value) > maxDecimals) return t.errors.values.amount;
  return '';
}

/** A number as the portal's language writes it. It is typed with either decimal mark, and in order once it is left. */
export function NumberField(props: NumberProps) {
  const { label, hint, error, value, decimals = 0, required, name, placeholder, onChange } = props;
  // While somebody types, it stays as it is typed.
  const [typed, setTyped] = useState<string>();
  const input = useRef<HTMLInputElement>(null);
  const fault = faultIn(props);
  // By the browser nothing is sent meanwhile.
  useEffect(() => input.current?.setCustomValidity(fault && `${label}: ${fault}`));
  return (
    <Field label={label} hint={hint} error={error ?? (typed === undefined && fault ? fault : undefined)}>
      {(control) => (
        <input
          {...control}
          ref={input}
          class="number"
          inputMode="decimal"
          autocomplete="off"
          maxLength={40}
          name={name}
          placeholder={placeholder}
          required={required}
          value={typed ?? numberText(value, decimals, locale)}
          onInput={({ currentTarget: { value: text } }) => {
            setTyped(text);
            onChange(readNumber(text, locale) ?? text.trim());
          }}
          onBlur={() => setTyped(undefined)}
        />
      )}
    </Field>
  );
}

type Plain = Omit<NumberProps, 'decimals' | 'maxDecimals'>;

export const PercentField = (props: Plain) => <NumberField min={0} max={100} {...props} />;

/** An amount of the hospital's money: 80 is 80.00. */
export function MoneyField(props: Plain) {
  const { currency_decimals: decimals } = session().settings;
  return <NumberField min={0} {...props} decimals={decimals} maxDecimals={decimals} />;
}
