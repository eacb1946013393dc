// What a program may do is written in SMART's words, `system/Appointment.rs`. People choose it by what the hospital calls these
// things: each is all types of FHIR that the service asks for where a program reads or changes one by the hospital's own interface.

/** In SMART's letters. The service's lists search as well. */
const LETTERS = { read: 'rs', create: 'c', update: 'u', delete: 'd' } as const;
export type Act = keyof typeof LETTERS;
export const ACTS: readonly Act[] = ['read', 'create', 'update', 'delete'];

interface Subject {
  types: readonly string[];
  /** what a program can be allowed at all */
  acts: readonly Act[];
}

const ALL = '*';

/** `audit` and accounts are nothing for programs. */
export const SUBJECTS = {
  everything: { types: [ALL], acts: ACTS },
  appointment: { types: ['Appointment'], acts: ['read', 'create', 'update'] },
  patient: {
    types: [
      ...['Patient', 'Observation', 'Condition', 'Procedure', 'MedicationStatement', 'AllergyIntolerance'],
      'RelatedPerson',
    ],
    acts: ACTS,
  },
  note: { types: ['Composition'], acts: ['read'] },
  file: { types: ['DocumentReference', 'Binary'], acts: ['read', 'create', 'delete'] },
  invoice: { types: ['Invoice'], acts: ['read', 'create', 'update'] },
  payment: { types: ['PaymentNotice'], acts: ['read', 'create'] },
  catalog: { types: ['ChargeItemDefinition'], acts: ACTS },
  doctor: { types: ['Practitioner', 'PractitionerRole'], acts: ['read'] },
  hours: { types: ['Schedule', 'Slot'], acts: ['read', 'update'] },
  resource: { types: ['Location'], acts: ACTS },
  department: { types: ['Organization', 'HealthcareService'], acts: ACTS },
} as const satisfies Record<string, Subject>;
export type SubjectName = keyof typeof SUBJECTS;
export const SUBJECT_NAMES = Object.keys(SUBJECTS) as SubjectName[];

export const subjectOf = (name: SubjectName): Subject => SUBJECTS[name];

/** SMART 2 and, at the end, 1. */
const WORD = /^system\/(\*|\w+)\.(?:((?=.)c?r?u?d?s?)|(read)|(write)|\*)$/;
const ORDER = 'cruds';

/** Letters by type, in the order in which the types are named first. */
type Granted = Map<string, string>;

const sorted = (letters: string): string => [...ORDER].filter((letter) => letters.includes(letter)).join('');

function parse(scope: string): { granted: Granted; others: string[] } {
  const granted: Granted = new Map();
  const others: string[] = [];
  for (const word of scope.split(/\s+/).filter(Boolean)) {
    const [, type, letters, read, write] = WORD.exec(word) ?? [];
    if (!type) others.push(word);
    else granted.set(type, sorted(`${granted.get(type) ?? ''}${letters ?? (read ? 'rs' : write ? 'cud' : ORDER)}`));
  }
  return { granted, others };
}

const KNOWN = new Set<string>(SUBJECT_NAMES.flatMap((name) => subjectOf(name).types));

/** Words that are none of SMART's, or name what is nothing for programs. */
export function unknownIn(scope: string): string[] {
  return scope.split(/\s+/).filter((word) => word && !KNOWN.has(WORD.exec(word)?.[1] ?? ''));
}

/** `all` of it, `part` of it, nothing, or as a part of everything. */
export type State = 'all' | 'part' | 'none' | 'everything';

/** How much of an act on a subject a scope grants. */
export function stateOf(scope: string, name: SubjectName, act: Act): State {
  const { granted } = parse(scope);
  const has = (type: string) => [...LETTERS[act]].map((letter) => granted.get(type)?.includes(letter) ?? false);
  if (name !== 'everything' && has(ALL).every(Boolean)) return 'everything';
  const letters = subjectOf(name).types.flatMap(has);
  if (letters.every(Boolean)) return 'all';
  return letters.some(Boolean) ? 'part' : 'none';
}

/** The scope with an act on a subject, or without it. Words that are none of SMART's stay at its end. */
export function withAct(scope: string, name: SubjectName, act: Act, isGranted: boolean): string {
  const { granted, others } = parse(scope);
  for (const type of subjectOf(name).types) {
    const before = granted.get(type) ?? '';
    const without = [...before].filter((letter) => !LETTERS[act].includes(letter)).join('');
    granted.set(type, isGranted ? sorted(`${before}${LETTERS[act]}`) : without);
  }
  const words = [...granted].flatMap(([type, letters]) => (letters ? [`system/${type}.${letters}`] : []));
  return [...words, ...others].join(' ');
}
