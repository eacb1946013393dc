import { HospitalError, type Schema } from 'hospital-service-client';
import { useState } from 'preact/hooks';
import type { Action } from '../actions';
import { faultOf, messageOf } from '../errors';
import { addDays, today } from '../format';
import { t } from '../i18n';
import { BLOOD_GROUPS, type BloodGroup, bloodGroupText, genderText } from '../people';
import { Button } from '../ui/button';
import { Input, Select } from '../ui/field';
import { Alert } from '../ui/status';

/** What the form asks for; the rest of a patient is edited on the patient's page. */
export type Person = Pick<
  Schema<'ListedPatient'>,
  'first_name' | 'last_name' | 'gender' | 'middle_name' | 'dob' | 'phone_number' | 'alt_phone_number' | 'blood_group'
>;

export const NOBODY: Person = {
  first_name: '',
  middle_name: null,
  last_name: '',
  gender: 'unknown',
  dob: null,
  phone_number: null,
  alt_phone_number: null,
  blood_group: 'NOT_SET',
};

interface Props {
  person: Person;
  submit: string;
  /** of the page, so that what went wrong outlives a form that is drawn anew */
  action: Action;
  onSubmit: (person: Person) => Promise<void>;
  /** is told what is typed */
  onChange?: (person: Person) => void;
  /** the address to go back to */
  back: string;
}

/** The fields of a person. What the service finds wrong stands at the field that it means. */
export function PatientForm({ person: given, submit, action, onSubmit, onChange, back }: Props) {
  const [person, setPerson] = useState(given);
  const { busy, error, run } = action;

  function change(next: Partial<Person>) {
    setPerson({ ...person, ...next });
    onChange?.({ ...person, ...next });
  }
  /** What every text field has in common. Optional ones are null when they are empty. */
  const text = <Name extends keyof Person>(name: Name, empty: Person[Name]) => ({
    name,
    value: person[name] ?? '',
    maxLength: 200,
    error: faultOf(error, name),
    onInput: ({ currentTarget: { value } }: { currentTarget: HTMLInputElement }) =>
      change({ [name]: value || empty } as Partial<Person>),
  });
  const genders = [...new Set([...Object.keys(t.gender), given.gender])];

  return (
    <form
      class="card"
      onSubmit={(event) => {
        event.preventDefault();
        run(() => onSubmit(person));
      }}
    >
      {error !== undefined && <Alert>{isInvalid(error) ? t.patient.check : messageOf(error)}</Alert>}
      <div class="columns">
        <Input label={t.patient.firstName} required autocomplete="off" {...text('first_name', '')} />
        <Input label={t.patient.middleName} hint={t.optional} autocomplete="off" {...text('middle_name', null)} />
        <Input label={t.patient.lastName} hint={t.patient.oneName} autocomplete="off" {...text('last_name', '')} />
        <Input label={t.patient.born} type="date" min="1850-01-01" max={addDays(today(), 1)} {...text('dob', null)} />
        <Select
          label={t.patient.gender}
          value={person.gender}
          error={faultOf(error, 'gender')}
          onChange={(gender) => change({ gender })}
          options={genders.map((value) => ({ value, text: genderText(value) }))}
        />
        <Select
          label={t.patient.bloodGroup}
          value={person.blood_group}
          error={faultOf(error, 'blood_group')}
          onChange={(group) => change({ blood_group: group as BloodGroup })}
          options={BLOOD_GROUPS.map((value) => ({ value, text: bloodGroupText(value) }))}
        />
        <Input label={t.patient.phone} type="tel" dir="ltr" autocomplete="off" {...text('phone_number', null)} />
        <Input
          label={t.patient.otherPhone}
          type="tel"
          dir="ltr"
          autocomplete="off"
          {...text('alt_phone_number', null)}
        />
      </div>
      <div class="row end">
        <a class="button" href={back}>
          {t.cancel}
        </a>
        <Button type="submit" look="primary" busy={busy}>
          {submit}
        </Button>
      </div>
    </form>
  );
}

const isInvalid = (error: unknown): boolean => error instanceof HospitalError && error.faults.length > 0;
