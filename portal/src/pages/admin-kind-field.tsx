import { useId } from 'preact/hooks';
import type { Edit } from '../edit';
import { kindsOf } from '../kinds';
import { useRooms } from '../planning';
import { Field } from '../ui/field';

interface Props extends Omit<ReturnType<Edit<string>['field']>, 'onInput'> {
  hint: string;
  required?: boolean;
  onChange: (kind: string) => void;
}

/** A kind of rooms: any word, with those that there are to choose from. */
export function KindField({ label, hint, error, onChange, ...rest }: Props) {
  const rooms = useRooms();
  const list = useId();
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <>
          <input
            {...rest}
            {...control}
            type="text"
            list={list}
            maxLength={100}
            autocomplete="off"
            onInput={({ currentTarget: { value } }) => onChange(value)}
          />
          <datalist id={list}>
            {kindsOf(rooms.data ?? []).map((kind) => (
              <option key={kind} value={kind} />
            ))}
          </datalist>
        </>
      )}
    </Field>
  );
}
