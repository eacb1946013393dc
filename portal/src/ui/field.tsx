import type { InputHTMLAttributes, JSX, TextareaHTMLAttributes } from 'preact';
import { useId } from 'preact/hooks';

interface Labelled {
  label: string;
  hint?: string | undefined;
  error?: string | undefined;
}

interface FieldProps extends Labelled {
  /** draws the control with these attributes, which connect it with its label, hint and error */
  children: (control: { id: string; 'aria-describedby'?: string; 'aria-invalid'?: true }) => JSX.Element;
}

/** A control with its label above, and below what helps to fill it in or what is wrong with it. */
export function Field({ label, hint, error, children }: FieldProps) {
  const id = useId();
  const note = error ?? hint;
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children({ id, ...(note && { 'aria-describedby': `${id}-note` }), ...(error && { 'aria-invalid': true }) })}
      {note && (
        <p id={`${id}-note`} class={error ? 'error' : 'hint'}>
          {note}
        </p>
      )}
    </div>
  );
}

export function Input({ label, hint, error, ...rest }: Labelled & InputHTMLAttributes) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => <input {...rest} {...control} />}
    </Field>
  );
}

interface PasswordProps extends Labelled, Pick<InputHTMLAttributes, 'name' | 'value' | 'onInput'> {
  /** it is chosen here: password managers then offer one, and the service's least length holds */
  isNew?: boolean;
}

export function Password({ isNew, ...rest }: PasswordProps) {
  const autocomplete = isNew ? 'new-password' : 'current-password';
  return <Input {...rest} type="password" required autocomplete={autocomplete} {...(isNew && { minLength: 8 })} />;
}

export function TextArea({ label, hint, error, ...rest }: Labelled & TextareaHTMLAttributes) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => <textarea rows={3} {...rest} {...control} />}
    </Field>
  );
}

export interface Option {
  value: string;
  text: string;
}

interface SelectProps extends Labelled {
  value: string;
  onChange: (value: string) => void;
  options: readonly Option[];
}

export function Select({ label, hint, error, value, onChange, options }: SelectProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <select {...control} value={value} onChange={(event) => onChange(event.currentTarget.value)}>
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.text}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

interface CheckboxProps {
  label: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
}

export function Checkbox({ label, checked, onChange }: CheckboxProps) {
  return (
    <label class="checkbox">
      <input type="checkbox" checked={checked} onChange={(event) => onChange(event.currentTarget.checked)} />
      {label}
    </label>
  );
}
