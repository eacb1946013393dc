import { type EntryField, isDate } from '../history';
import { t } from '../i18n';
import { severityText, withOwn } from '../people';
import { DateField } from '../ui/date-field';
import { Input, Select, TextArea } from '../ui/field';

interface Props {
  field: EntryField;
  value: string;
  error: string | undefined;
  onInput: (value: string) => void;
}

/** The control for one field of an entry. */
export function EntryInput({ field, onInput, ...given }: Props) {
  const control = { label: t.history[field], ...given };
  if (field === 'description')
    return <TextArea {...control} maxLength={4000} onInput={(event) => onInput(event.currentTarget.value)} />;
  if (field === 'severity') {
    const severities = withOwn(Object.keys(t.severity), given.value).map((value) => ({
      value,
      text: severityText(value),
    }));
    return <Select {...control} onChange={onInput} options={[{ value: '', text: t.patient.unknown }, ...severities]} />;
  }
  if (isDate(field)) return <DateField {...control} onChange={onInput} />;
  return <Input {...control} maxLength={200} onInput={(event) => onInput(event.currentTarget.value)} />;
}
