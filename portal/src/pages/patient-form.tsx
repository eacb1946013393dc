import { BLOOD_GROUPS, type BloodGroup } from 'hospital-service-client';
import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect } from 'preact/hooks';
import type { Action } from '../actions';
import { firstDayOf, isMonthOrYear } from '../born';
import { Restored, useDraft } from '../drafts';
import { faultOf, hasCode } from '../errors';
import { addDays, isDay, today } from '../format';
import { t } from '../i18n';
import { bloodGroupText, genderText } from '../people';
import { changesOf, FIELDS, isSame, type Person, tidy } from '../person';
import { ContactFields } from '../ui/contact-fields';
import { DateField } from '../ui/date-field';
import { Input, Select } from '../ui/field';
import { FormEnd } from '../ui/form-end';
import { Meanwhile } from '../ui/meanwhile';
import { Differences } from './patient-differences';
import { FurtherFields } from './patient-further';

interface Props {
  /** names the draft of the form */
  draftKey: string;
  /** of the form, for the list of what is not saved */
  draftTitle: (person: Person) => string;
  /** as it is stored, which may change while one types */
  person: Person;
  /** of the record as it is stored; none of one that is being registered */
  version?: string;
  /** is being registered */
  isNew?: boolean;
  /** what somebody has typed elsewhere, where the form has nothing yet */
  typed?: Partial<Person> | undefined;
  /** was sent as it is, and no answer came: nothing can change until it is known what became of it */
  isLost?: boolean;
  submit: string;
  action: Action;
  onSubmit: (person: Person) => Promise<void>;
  /** is told what is typed */
  onChange?: (person: Person) => void;
  /** the address to go back to */
  back: string;
  /** below what everybody is asked for */
  children?: ComponentChildren;
}

interface Typed {
  /** the record over which somebody types */
  before: Person;
  changes: Partial<Person>;
}

/** As the service has it of new dates. One that is stored may stay. */
const BORN_FROM = '1850-01-01';
const earliestBirth = (stored: string | null): string =>
  stored && firstDayOf(stored) < BORN_FROM ? firstDayOf(stored) : BORN_FROM;

const isKnown = (born: string): boolean => isDay(born) || isMonthOrYear(born);

type TextField = 'first_name' | 'middle_name' | 'last_name' | 'phone_number' | 'alt_phone_number';

/** The fields of a person. What the service finds wrong stands at the field that it means. */
export function PatientForm(props: Props) {
  const { person: given, isNew = false, isLost = false, submit, action, onSubmit, onChange, back } = props;
  const { draftKey, draftTitle, version } = props;
  const draft = useDraft<Typed>(
    draftKey,
    { before: given, changes: {} },
    ({ before, changes }) => draftTitle({ ...before, ...changes }),
    { version },
  );
  const { before: first, changes } = draft.value;
  const { error, run, reset } = action;
  const isOutdated = draft.isStale || hasCode(error, 'outdated');
  // What is not touched is what somebody else may have made of it.
  const person = { ...given, ...changes };
  const isConflict = (name: keyof Person) => !isSame(first[name], given[name]) && !isSame(person[name], given[name]);

  const change = (next: Partial<Person>) =>
    draft.set({ before: first, changes: changesOf(first, { ...first, ...changes, ...next }) });
  useLayoutEffect(() => {
    if (props.typed && Object.keys(changes).length === 0) change(props.typed);
  }, []);
  // Also of what was typed before the form was opened. A date that is none yet is nothing to look for.
  useEffect(
    () => onChange?.({ ...person, dob: isKnown(person.dob ?? '') ? person.dob : null }),
    [JSON.stringify(changes)],
  );
  function takeGiven() {
    draft.clear();
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
        run(async () => {
          await onSubmit(tidy(person));
          draft.clear();
        });
      }}
    >
      {!isLost && <Restored of={draft} />}
      {isOutdated && (
        <Meanwhile onTake={takeGiven}>
          <Differences before={first} now={given} />
        </Meanwhile>
      )}
      <fieldset class="columns" disabled={isLost}>
        {/* Of a stored patient another system may have sent the family name alone. */}
        <Input
          label={t.patient.firstName}
          required={isNew || given.first_name !== ''}
          autocomplete="off"
          {...text('first_name', '')}
        />
        <Input label={t.patient.middleName} hint={t.optional} autocomplete="off" {...text('middle_name', null)} />
        <Input label={t.patient.lastName} hint={t.patient.oneName} autocomplete="off" {...text('last_name', '')} />
        <DateField
          label={t.patient.born}
          hint={t.patient.bornHint}
          name="dob"
          orLess
          min={earliestBirth(given.dob)}
          max={addDays(today(), 1)}
          value={person.dob ?? ''}
          error={faultOf(error, 'dob')}
          onChange={(dob) => change({ dob: dob || null })}
        />
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
      {props.children}
      <fieldset class="whole" disabled={isLost}>
        <ContactFields
          contact={person.contact}
          email={person.email}
          phone={person.phone_number}
          onChange={(contact) => change({ contact })}
        />
      </fieldset>
      <FurtherFields person={person} isNew={isNew} error={error} disabled={isLost} onChange={change} />
      <FormEnd
        {...{ draft, action, back, isLost, isOutdated }}
        submit={FIELDS.some(isConflict) ? t.meanwhile.saveMine : submit}
        taken={t.person.taken}
      />
    </form>
  );
}
