import type { DoctorField } from '../doctors';
import type { Edit } from '../edit';
import { t } from '../i18n';
import { genderText, withOwn } from '../people';
import { session } from '../session';
import { DateField } from '../ui/date-field';
import { Input, Select, TextArea } from '../ui/field';
import { MoneyField } from '../ui/number-field';

/** The fields of a doctor, and of the account by which one signs in. */
export function DoctorFields({ edit }: { edit: Edit<DoctorField> }) {
  const { field, value, set } = edit;
  const text = (name: DoctorField, path?: string) => ({
    ...field(name, path),
    autocomplete: 'off',
    maxLength: 200,
  });
  const { label, error } = field('gender');
  return (
    <>
      <div class="columns">
        <Input {...text('first_name')} required />
        <Input {...text('middle_name')} />
        <Input {...text('last_name')} />
        <Input {...text('license_number')} required />
        <Input {...text('email', 'user.email')} type="email" dir="ltr" required />
        <Input {...text('phone_number', 'user.phone_number')} type="tel" dir="ltr" />
        <Select
          label={label}
          error={error}
          value={value.gender}
          onChange={(chosen) => set('gender', chosen)}
          options={withOwn(['', ...Object.keys(t.gender)], value.gender).map((gender) => ({
            value: gender,
            text: gender ? genderText(gender) : t.none,
          }))}
        />
        <DateField {...field('dob')} onChange={(dob) => set('dob', dob)} />
        <MoneyField
          {...field('consultation_fee')}
          label={`${field('consultation_fee').label} (${session().settings.currency})`}
          onChange={(fee) => set('consultation_fee', fee)}
        />
        <Input {...field('experience')} type="number" inputMode="numeric" min={0} max={100} step="any" />
      </div>
      <TextArea {...field('bio')} />
    </>
  );
}
