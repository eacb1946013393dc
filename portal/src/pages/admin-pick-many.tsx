import { office, t } from '../i18n';
import { Button } from '../ui/button';
import { type Option, Select } from '../ui/field';

interface Props {
  label: string;
  hint?: string | undefined;
  error?: string | undefined;
  /** in the order in which they were chosen; none: all */
  chosen: readonly string[];
  options: readonly Option[];
  /** what is chosen and no option any more */
  former: string;
  onChange: (chosen: string[]) => void;
}

/** Chooses some of many, or none, which is all of them: what is chosen stands below, each with a button that takes it out. */
export function PickMany({ label, hint, error, chosen, options, former, onChange }: Props) {
  const nameOf = (id: string) => options.find(({ value }) => value === id)?.text ?? former;
  return (
    <div class="list">
      <Select
        label={label}
        hint={chosen.length > 0 ? undefined : hint}
        error={error}
        value=""
        onChange={(id) => onChange([...chosen, id])}
        options={[
          { value: '', text: chosen.length > 0 ? office.types.another : t.all },
          ...options.filter(({ value }) => !chosen.includes(value)),
        ]}
      />
      {chosen.length > 0 && (
        <ul class="plain">
          {chosen.map((id) => (
            <li key={id} class="row close">
              <bdi>{nameOf(id)}</bdi>
              <Button
                look="quiet"
                class="icon"
                aria-label={t.closures.removeOf(nameOf(id))}
                onClick={() => onChange(chosen.filter((one) => one !== id))}
              >
                ✕
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
