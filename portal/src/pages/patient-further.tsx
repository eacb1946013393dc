import { useState } from 'preact/hooks';
import { faultOf, hasCode } from '../errors';
import { addDays, clockOf, dayOf, today } from '../format';
import { t } from '../i18n';
import { payerKindText, withOwn } from '../people';
import { FURTHER, LANGUAGE_CODES, languageText, NO_ADDRESS, NO_KIN, NO_PAYER, type Person } from '../person';
import { DateField } from '../ui/date-field';
import { Input, Select } from '../ui/field';
import { AllergyFields } from './patient-allergies';
import { MotherField } from './patient-mother';

interface Props {
  person: Person;
  /** of a patient who is being registered: nobody registers the dead, and the record itself has lists for allergies and addresses */
  isNew: boolean;
  error: unknown;
  disabled: boolean;
  onChange: (next: Partial<Person>) => void;
}

type Typed = { currentTarget: HTMLInputElement };

const ADDRESS = ['street', 'postal_code', 'city', 'state', 'country'] as const;

interface Moment {
  day: string;
  /** empty where it is not known */
  time: string;
}

/** Of a day, a moment, or what somebody has typed that is no day yet. */
function partsOf(moment: string): Moment {
  const [, typed, time] = /^(.*)T(\d\d:\d\d)$/.exec(moment) ?? [];
  if (typed !== undefined && time) return { day: typed, time };
  return /^\d{4}-\d\d-\d\d./.test(moment) ? { day: dayOf(moment), time: clockOf(moment) } : { day: moment, time: '' };
}

const momentOf = ({ day, time }: Moment): string | null => (time ? `${day}T${time}` : day || null);

/** What a front desk asks some patients for. Folded, so that registering is as quick as without it. */
export function FurtherFields({ person, isNew, error, disabled, onChange }: Props) {
  const [isOpen, setOpen] = useState(() => !isNew && FURTHER.some((name) => person[name] !== null));
  const died = partsOf(person.deceased_at ?? '');
  const { next_of_kin: kin, payer, preferred_language: language } = person;

  const of = (value: string | null | undefined, field: string, put: (value: string) => Partial<Person>) => ({
    value: value ?? '',
    maxLength: 200,
    autocomplete: 'off',
    error: faultOf(error, field),
    onInput: ({ currentTarget }: Typed) => onChange(put(currentTarget.value)),
  });
  const ofKin = (field: 'name' | 'relation' | 'phone') =>
    of(kin?.[field], `next_of_kin.${field}`, (value) => ({
      next_of_kin: { ...NO_KIN, ...kin, [field]: field === 'name' ? value : value || null },
    }));
  const ofPayer = (field: 'name' | 'member_number' | 'tax_id') =>
    of(payer?.[field], `payer.${field}`, (value) => ({
      payer: { ...NO_PAYER, ...payer, [field]: field === 'name' ? value : value || null },
    }));
  const kinds = withOwn(Object.keys(t.payerKind), payer?.kind);

  return (
    <details class="folded" open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{isNew ? t.person.moreNew : t.person.more}</summary>
      <fieldset class="whole" disabled={disabled}>
        <div class="columns">
          {/* Not `type="email"`: what is wrong is said here, as of every field. */}
          <Input
            label={t.person.email}
            inputMode="email"
            dir="ltr"
            {...of(person.email, 'email', (value) => ({ email: value || null }))}
          />
          <Input
            label={t.person.nationalId}
            dir="ltr"
            {...of(person.national_id, 'national_id', (value) => ({ national_id: value || null }))}
            maxLength={50}
            error={hasCode(error, 'duplicate') ? t.person.taken : faultOf(error, 'national_id')}
          />
          <Select
            label={t.person.language}
            value={language ?? ''}
            error={faultOf(error, 'preferred_language')}
            onChange={(value) => onChange({ preferred_language: value || null })}
            options={[
              { value: '', text: t.patient.unknown },
              ...withOwn(LANGUAGE_CODES, language)
                .map((value) => ({ value, text: languageText(value) }))
                .sort((a, b) => a.text.localeCompare(b.text)),
            ]}
          />
          {!isNew && (
            <>
              <DateField
                label={t.person.deceased}
                hint={t.person.deceasedHint}
                required={died.time !== ''}
                max={addDays(today(), 1)}
                value={died.day}
                error={faultOf(error, 'deceased_at')}
                onChange={(day) => onChange({ deceased_at: momentOf({ ...died, day }) })}
              />
              <Input
                label={t.person.deceasedTime}
                hint={t.optional}
                type="time"
                value={died.time}
                onInput={({ currentTarget }: Typed) =>
                  onChange({ deceased_at: momentOf({ ...died, time: currentTarget.value }) })
                }
              />
            </>
          )}
        </div>
        {isNew && (
          <fieldset class="entry-fields">
            <legend>{t.person.address}</legend>
            {ADDRESS.map((field) => (
              <Input
                key={field}
                label={t.history[field]}
                {...of(person.address?.[field], `addresses.0.${field}`, (value) => ({
                  address: { ...NO_ADDRESS, ...person.address, [field]: value || null },
                }))}
              />
            ))}
          </fieldset>
        )}
        <fieldset class="entry-fields">
          <legend>{t.person.kin}</legend>
          <Input label={t.patients.name} {...ofKin('name')} />
          <Input label={t.person.relation} {...ofKin('relation')} />
          <Input label={t.person.kinPhone} type="tel" dir="ltr" {...ofKin('phone')} />
        </fieldset>
        <MotherField id={person.mother_id ?? ''} onChange={(mother_id) => onChange({ mother_id })} />
        {isNew && (
          <AllergyFields allergies={person.allergies} error={error} onChange={(allergies) => onChange({ allergies })} />
        )}
        <fieldset class="entry-fields">
          <legend>{t.person.payer}</legend>
          <Input label={t.patients.name} {...ofPayer('name')} />
          <Select
            label={t.person.payerKind}
            value={payer?.kind ?? NO_PAYER.kind}
            error={faultOf(error, 'payer.kind')}
            onChange={(kind) => onChange({ payer: { ...NO_PAYER, ...payer, kind } })}
            options={kinds.map((value) => ({ value, text: payerKindText(value) }))}
          />
          <Input label={t.person.memberNumber} dir="ltr" {...ofPayer('member_number')} />
          <Input label={t.person.taxId} dir="ltr" {...ofPayer('tax_id')} />
        </fieldset>
      </fieldset>
    </details>
  );
}
