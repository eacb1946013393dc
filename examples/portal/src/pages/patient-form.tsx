import { useState } from 'preact/hooks';
import type { Action } from '../actions';
import { faultOf, hasCode, messageOf } from '../errors';
import { addDays, today } from '../format';
import { t } from '../i18n';
import { BLOOD_GROUPS, type BloodGroup, bloodGroupText, genderText } from '../people';
import { FIELDS, isSame, type Person, tidy } from '../person';
import { Button } from '../ui/button';
import { Input, Select } from '../ui/field';
import { Meanwhile } from '../ui/meanwhile';
import { Alert } from '../ui/status';
import { Differences } from './patient-differences';
import { FurtherFields } from './patient-further';

interface Props {
  /** as it is stored, which may change while one types */
  person: Person;
  /** is being registered */
  isNew?: boolean;
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

type TextField = 'first_name' | 'middle_name' | 'last_name' | 'dob' | 'phone_number' | 'alt_phone_number';

/** The fields of a person. What the service finds wrong stands at the field that it means. */
export function PatientForm(props: Props) {
  const { person: given, isNew = false, isLost = false, submit, action, onSubmit, onChange, back } = props;
  const [changes, setChanges] = useState<Partial<Person>>({});
  const [first, setFirst] = useState(given);
  const { busy, error, run, reset } = action;
  // What is not touched is what somebody else may have made of it.
  const person = { ...given, ...changes };
  const isConflict = (name: keyof Person) => !isSame(first[name], given[name]) && !isSame(person[name], given[name]);

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
  const text = <Name extends TextField>(name: Name, empty: Person[Name]) => ({
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
        run(() => onSubmit(tidy(person)));
      }}
    >
      {hasCode(error, 'outdated') ? (
        <Meanwhile onTake={takeGiven}>
          <Differences before={first} now={given} />
        </Meanwhile>
      ) : (
        error !== undefined &&
        !isLost && <Alert>{hasCode(error, 'duplicate') ? t.person.taken : messageOf(error)}</Alert>
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
      <FurtherFields person={person} isNew={isNew} error={error} disabled={isLost} onChange={change} />
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
          {FIELDS.some(isConflict) ? t.meanwhile.saveMine : isLost ? t.lost.findOut : submit}
        </Button>
      </div>
    </form>
  );
}
