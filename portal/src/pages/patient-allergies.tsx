import { faultOf } from '../errors';
import { formatNumber } from '../format';
import { type EntryField, LISTS } from '../history';
import { t } from '../i18n';
import { type Allergy, isWritten } from '../person';
import { Button } from '../ui/button';
import { Checkbox } from '../ui/field';
import { EntryInput } from './entry-input';

interface Props {
  allergies: Allergy[] | null;
  error: unknown;
  onChange: (allergies: Allergy[] | null) => void;
}

const NONE: Allergy = { substance: '', reaction: null, severity: null, noted_date: null };

/** Of somebody who is being registered. That none are known is an answer, too, and another one than not having asked. */
export function AllergyFields({ allergies, error, onChange }: Props) {
  const listed = allergies ?? [];
  // What is sent has only those in which something is written.
  const written = listed.filter(isWritten);
  const change = (at: number, field: EntryField, value: string) =>
    onChange(
      listed.map((each, i) => (i === at ? { ...each, [field]: field === 'substance' ? value : value || null } : each)),
    );
  function remove(at: number) {
    const left = listed.filter((_, i) => i !== at);
    onChange(left.length > 0 ? left : null);
  }
  return (
    <>
      {listed.map((allergy, i) => (
        <fieldset class="entry-fields" key={i}>
          <legend>{t.person.allergy(formatNumber(i + 1))}</legend>
          {LISTS.allergies.map((field) => (
            <EntryInput
              key={field}
              field={field}
              value={allergy[field] ?? ''}
              error={faultOf(error, `allergies.${written.indexOf(allergy)}.${field}`)}
              onInput={(value) => change(i, field, value)}
            />
          ))}
          <Button class="remove" onClick={() => remove(i)}>
            {t.history.remove}
          </Button>
        </fieldset>
      ))}
      <div class="row">
        <Button onClick={() => onChange([...listed, NONE])}>{t.person.addAllergy}</Button>
        {listed.length === 0 && (
          <Checkbox
            label={t.person.noneKnown}
            checked={allergies !== null}
            onChange={(checked) => onChange(checked ? [] : null)}
          />
        )}
      </div>
    </>
  );
}
