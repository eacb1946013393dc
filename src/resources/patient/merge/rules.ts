import type { MergedPatient } from '../../../db/schema/patient';
import { ConflictError, InvalidError, RuleError } from '../../../errors';
import { DAY } from '../../../rules/clock';
import { isoTime } from '../../../rules/datetime';
import { fieldsOf, namesOf } from '../../../rules/fields-of';
import { LIST_MAX } from '../../../schemas/fields';
import { requireName } from '../name';
import { PatientInput } from '../schemas';

export const UNDO_TIME = 30 * DAY;

/** What is known of a person grows: the merged patient has the entries of both. */
const LISTS = ['medical_conditions', 'past_surgeries', 'current_medications', 'addresses', 'allergies'] as const;
type List = (typeof LISTS)[number];
type Single = Exclude<keyof PatientInput, List>;

const isSingle = (name: string): name is Single => !LISTS.some((list) => list === name);
/** How much is known of a birth date goes with it, and each record keeps what others call it. */
const NOT_TAKEN = ['dob_precision', 'identifiers'] as const;
const isTakeable = (name: string): name is Exclude<Single, (typeof NOT_TAKEN)[number]> =>
  isSingle(name) && !NOT_TAKEN.some((one) => one === name);
export const TAKEABLE = namesOf(PatientInput.shape).filter(isTakeable);
type Takeable = (typeof TAKEABLE)[number];

/**
 * Never taken without being asked for: a name is one thing of several fields, without a death the patient lives, and without consent
 * nobody is written to.
 */
const ASKED_FOR: readonly Takeable[] = ['gender', 'first_name', 'middle_name', 'last_name', 'deceased_at', 'contact'];

const isEmpty = (value: unknown) => value === null || value === '' || value === 'NOT_SET';

/** Two entries are the same if they say the same, whatever they leave out. */
const keyOf = (entry: object) =>
  JSON.stringify(
    Object.entries(entry)
      .filter(([, value]) => !isEmpty(value))
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );

/** Null where nobody has asked either. */
function union<Entry extends object>(one: readonly Entry[] | null, other: readonly Entry[] | null): Entry[] | null {
  if (one === null && other === null) return null;
  const known = new Set(one?.map(keyOf));
  return [...(one ?? []), ...(other ?? []).filter((entry) => !known.has(keyOf(entry)))];
}

/** @throws InvalidError */
export const requireRoom = (name: string, list: { length: number } | null) => {
  if (!list || list.length <= LIST_MAX) return;
  const msg = `${name} of both patients should have at most ${LIST_MAX} different elements`;
  throw new InvalidError([{ loc: ['body', 'from'], msg, type: 'too_long' }]);
};

const digits = ({ phone_number }: Pick<PatientInput, 'phone_number'>) => phone_number?.replace(/\D/g, '');
const isSameNumber = (one: PatientInput, other: PatientInput) => digits(one) === digits(other);

/** What the patient does not have is taken from the other one, and what `take` names; a phone number is kept besides. @throws InvalidError */
export function mergedFields(patient: PatientInput, other: PatientInput, take: readonly Takeable[]): PatientInput {
  const isTaken = (name: Takeable) =>
    take.includes(name) || (isEmpty(patient[name]) && !isEmpty(other[name]) && !ASKED_FOR.includes(name));
  const taken = Object.fromEntries(TAKEABLE.filter(isTaken).map((name) => [name, other[name]]));
  const born = isTaken('dob') ? { dob_precision: other.dob_precision } : {};
  const lists = Object.fromEntries(LISTS.map((name) => [name, union<object>(patient[name], other[name])]));
  for (const [name, list] of Object.entries(lists)) requireRoom(name, list);
  const merged = { ...patient, ...taken, ...born, ...lists };
  requireName(merged, 'take');
  const isAsked = take.includes('phone_number') || take.includes('alt_phone_number');
  if (isAsked || !isEmpty(merged.alt_phone_number) || isSameNumber(merged, other)) return merged;
  return { ...merged, alt_phone_number: other.phone_number };
}

/** Of each field that differs, the value in the first. */
export const difference = <T extends object>(one: T, other: T): Partial<Pick<T, keyof T & string>> =>
  fieldsOf<T, keyof T & string>(
    namesOf(one).filter((name) => JSON.stringify(one[name]) !== JSON.stringify(other[name])),
    (name) => one[name],
  );

/** Whoever asks for the first of a row of records is led through all of them. */
export const MERGES_IN_A_ROW = 10;

interface Led {
  id: string;
  /** of each record that was merged into it, at once or through others: into which one */
  led: Readonly<Record<string, string>>;
}

const longestRow = ({ id, led }: Led): number => {
  const merges = (from: string, n = 0): number => (from === id ? n : merges(led[from] ?? id, n + 1));
  return Math.max(0, ...Object.keys(led).map((from) => merges(from)));
};

/** @throws InvalidError */
export function requireShortRow(other: Led): void {
  if (longestRow(other) < MERGES_IN_A_ROW) return;
  const msg = `A record should come through at most ${MERGES_IN_A_ROW} merges: merge them the other way round`;
  throw new InvalidError([{ loc: ['body', 'from'], msg, type: 'too_long' }]);
}

/** The patient is found by these. @throws InvalidError */
export function mergedWith<M extends MergedPatient>(
  before: readonly M[] | null,
  other: M,
  ofOther: readonly M[] | null,
): M[] {
  const merged = [...(before ?? []), other, ...(ofOther ?? [])];
  requireRoom('Merged records', merged);
  return merged;
}

/** @throws RuleError */
export function requireTwo(id: string, from: string): void {
  if (id === from) throw new RuleError('inconsistent', 'A patient is not merged into itself');
}

interface Relative extends Pick<PatientInput, 'mother_id'> {
  id: string;
  merged: readonly MergedPatient[] | null;
}

/** A child goes on naming the record that its mother had when it was born. */
const isMother = ({ id, merged }: Relative, { mother_id }: Relative) =>
  mother_id !== null && [id, ...(merged ?? []).map((one) => one.id)].includes(mother_id);

/** @throws RuleError where they are mother and child, whom a desk may take for each other on the first day */
export function requireNoMother(one: Relative, other: Relative): void {
  if (!isMother(one, other) && !isMother(other, one)) return;
  throw new RuleError('inconsistent', 'One of these patients is the mother of the other');
}

interface Done {
  before: Partial<PatientInput>;
  after: Partial<PatientInput>;
}

/** @param done what the merge has changed. @throws ConflictError where it took other fields than it is asked for now */
export function requireTaken(
  take: readonly Takeable[],
  { before, after }: Done,
  now: PatientInput,
  other: PatientInput,
) {
  const wasTaken = (name: Takeable) => name in after && (ASKED_FOR.includes(name) || !isEmpty(before[name]));
  const unlike = difference(other, now);
  const isMissing = (name: Takeable) => name in unlike && !(name in after);
  const differing = TAKEABLE.filter((name) => (take.includes(name) ? isMissing(name) : wasTaken(name)));
  if (differing.length === 0) return;
  const names = differing.join(', ');
  throw new ConflictError(
    'already_merged',
    `These were merged before, with another choice of fields to take: ${names}`,
  );
}

/** @throws RuleError */
export function requireInTime(merged_at: number, now: number): void {
  if (now <= merged_at + UNDO_TIME) return;
  throw new RuleError(
    'too_late',
    `A merge can be undone for ${UNDO_TIME / DAY} days: this one is of ${isoTime(merged_at)}`,
  );
}

const NAMED_MAX = 5;

/** @param changed fields, and records by kind and id. @throws ConflictError where there is one */
export function requireUnchanged(changed: readonly string[]): void {
  if (changed.length === 0) return;
  const named = changed.slice(0, NAMED_MAX).join(', ');
  const more = changed.length > NAMED_MAX ? ' and others' : '';
  throw new ConflictError('changed_since', `Since the merge these have changed: ${named}${more}`);
}
