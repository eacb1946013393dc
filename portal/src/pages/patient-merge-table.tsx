import type { ComponentChildren } from 'preact';
import { formatDayOrMoment, formatNumber, joined, namesOf } from '../format';
import { formerNumberParts } from '../former-number';
import { t } from '../i18n';
import { DECISIONS, type Decision, type Fate, fateOf } from '../merge';
import { contactText } from '../messages';
import { bloodGroupText, formatBorn, genderText } from '../people';
import { languageText } from '../person';
import { Table } from '../ui/table';
import type { Patient } from './patient';
import { kinText, payerText } from './patient-summary';

interface Props {
  stays: Patient;
  goes: Patient;
  /** where the other record is right */
  taken: ReadonlySet<Decision>;
  onTake: (decision: Decision, isTaken: boolean) => void;
}

interface Row {
  name: string;
  label: string;
  own: string;
  other: string;
  /** of numbers and lists there is nothing to decide: the patient is found by both, and all entries stay */
  decision?: Decision;
  fate?: Fate;
}

/** Both records side by side. Where they differ, one says which is right; what only one has stays in any case. */
export function Comparison({ stays, goes, taken, onTake }: Props) {
  const rows = rowsOf(stays, goes).filter(({ own, other }) => own || other);
  const cell = (row: Row, isOther: boolean): ComponentChildren => {
    const text = isOther ? row.other : row.own;
    const { decision } = row;
    if (!decision || row.fate !== 'choice')
      return (
        <span>
          <bdi>{text || '–'}</bdi>
          {isOther && row.fate === 'taken' && <span class="muted"> {t.merge.taken}</span>}
        </span>
      );
    return (
      <label class="checkbox">
        <input
          type="radio"
          name={row.name}
          aria-label={`${row.label}: ${text || t.patient.unknown}`}
          checked={taken.has(decision) === isOther}
          onChange={() => onTake(decision, isOther)}
        />
        <bdi>{text || t.patient.unknown}</bdi>
      </label>
    );
  };
  return (
    <div class="comparison">
      <Table
        caption={t.merge.title}
        rows={rows}
        keyOf={({ name }) => name}
        columns={[
          { head: t.merge.field, cell: ({ label }) => label },
          { head: t.merge.stays, cell: (row) => cell(row, false) },
          { head: t.merge.goes, cell: (row) => cell(row, true) },
        ]}
      />
    </div>
  );
}

const LISTS = ['allergies', 'medical_conditions', 'past_surgeries', 'current_medications', 'addresses'] as const;

function rowsOf(stays: Patient, goes: Patient): Row[] {
  const texts: Record<Decision, [label: string, textOf: (patient: Patient) => string | null | undefined]> = {
    name: [t.patients.name, (it) => namesOf(it.first_name, it.middle_name, it.last_name)],
    gender: [t.patient.gender, ({ gender }) => genderText(gender)],
    dob: [t.patient.born, formatBorn],
    phone_number: [t.patient.phone, (it) => it.phone_number],
    alt_phone_number: [t.patient.otherPhone, (it) => it.alt_phone_number],
    blood_group: [t.patient.bloodGroup, (it) => (it.blood_group === 'NOT_SET' ? null : bloodGroupText(it.blood_group))],
    email: [t.person.email, ({ email }) => email],
    national_id: [t.person.nationalId, (it) => it.national_id],
    preferred_language: [t.person.language, (it) => it.preferred_language && languageText(it.preferred_language)],
    next_of_kin: [t.person.kin, (it) => it.next_of_kin && kinText(it.next_of_kin)],
    payer: [t.person.payer, ({ payer }) => payer && payerText(payer)],
    mother_id: [t.person.mother, (it) => it.mother_id && t.person.known],
    contact: [t.contact.title, ({ contact }) => contactText(contact)],
    deceased_at: [t.person.deceased, (it) => it.deceased_at && formatDayOrMoment(it.deceased_at)],
  };
  const decided = (Object.keys(DECISIONS) as Decision[]).map((decision): Row => {
    const [label, textOf] = texts[decision];
    const fate = fateOf(decision, stays, goes);
    return { name: decision, label, own: textOf(stays) || '', other: textOf(goes) || '', decision, fate };
  });
  const listed = LISTS.map((list): Row => {
    const textOf = (patient: Patient) =>
      list === 'allergies'
        ? patient.allergies?.map(({ substance }) => substance).join(', ')
        : formatNumber(patient[list].length);
    const isThere = (stays[list]?.length ?? 0) + (goes[list]?.length ?? 0) > 0;
    return {
      name: list,
      label: t.history[list],
      own: (isThere && textOf(stays)) || '',
      other: (isThere && textOf(goes)) || '',
    };
  });
  const number: Row = { name: 'number', label: t.patients.number, own: stays.reg_number, other: goes.reg_number };
  const formerOf = (patient: Patient) =>
    patient.identifiers?.map((one) => joined(formerNumberParts(one))).join(', ') ?? '';
  const former: Row = { name: 'former', label: t.person.formerNumbers, own: formerOf(stays), other: formerOf(goes) };
  return [number, former, ...decided, ...listed];
}
