import type { Schema } from 'hospital-service-client';
import { Fragment } from 'preact';
import { useState } from 'preact/hooks';
import type { Action } from '../actions';
import { faultOf, hasCode, messageOf } from '../errors';
import { addDays, formatDate, today } from '../format';
import { t } from '../i18n';
import { BLOOD_GROUPS, type BloodGroup, bloodGroupText, genderText } from '../people';
import { Button } from '../ui/button';
import { Input, Select } from '../ui/field';
import { Meanwhile } from '../ui/meanwhile';
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
  /** as it is stored, which may change while one types */
  person: Person;
  /** was sent as it is, and no answer came: nothing can change until it is known what became of it */
  isLost?: boolean;
  submit: string;
  action: Action;
  onSubmit: (person: Person) => Promise<void>;
  /** is told what is typed */
  onChange?: (person: Person) => void;
  /** the address to go back to */
  back: string;
}

/** The fields of a person. What the service finds wrong stands at the field that it means. */
export function PatientForm({ person: given, isLost = false, submit, action, onSubmit, onChange, back }: Props) {
  const [changes, setChanges] = useState<Partial<Person>>({});
  const [first, setFirst] = useState(given);
  const { busy, error, run, reset } = action;
  // What is not touched is what somebody else may have made of it.
  const person = { ...given, ...changes };
  const isConflict = (name: keyof Person) => first[name] !== given[name] && person[name] !== given[name];

  function change(next: Partial<Person>) {
    setChanges({ ...changes, ...next });
    onChange?.({ ...person, ...next });
  }
  function takeGiven() {
    setChanges({});
    setFirst(given);
    reset();
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
      {hasCode(error, 'outdated') ? (
        <Meanwhile onTake={takeGiven}>
          <Differences before={first} now={given} />
        </Meanwhile>
      ) : (
        error !== undefined && !isLost && <Alert>{messageOf(error)}</Alert>
      )}
      <fieldset class="columns" disabled={isLost}>
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
      </fieldset>
      {isLost && (
        <Alert>
          {t.lost.unknown} {error !== undefined && messageOf(error)}
        </Alert>
      )}
      <div class="row end">
        <a class="button" href={back}>
          {t.cancel}
        </a>
        <Button type="submit" look="primary" busy={busy}>
          {Object.keys(NOBODY).some((name) => isConflict(name as keyof Person))
            ? t.meanwhile.saveMine
            : isLost
              ? t.lost.findOut
              : submit}
        </Button>
      </div>
    </form>
  );
}

/** The fields that are others now. */
function Differences({ before, now }: { before: Person; now: Person }) {
  const fields: [name: keyof Person, label: string, text: string | null][] = [
    ['first_name', t.patient.firstName, now.first_name],
    ['middle_name', t.patient.middleName, now.middle_name],
    ['last_name', t.patient.lastName, now.last_name],
    ['dob', t.patient.born, now.dob && formatDate(now.dob)],
    ['gender', t.patient.gender, genderText(now.gender)],
    ['blood_group', t.patient.bloodGroup, bloodGroupText(now.blood_group)],
    ['phone_number', t.patient.phone, now.phone_number],
    ['alt_phone_number', t.patient.otherPhone, now.alt_phone_number],
  ];
  return (
    <dl class="facts">
      {fields
        .filter(([name]) => before[name] !== now[name])
        .map(([name, label, text]) => (
          <Fragment key={name}>
            <dt>{label}</dt>
            <dd>
              <bdi>{text || t.patient.unknown}</bdi>
            </dd>
          </Fragment>
        ))}
    </dl>
  );
}
