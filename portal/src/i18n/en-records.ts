import { pluralOf } from './plural';

const plural = pluralOf('en');

/** What a patient's record has besides the basics, and two records of one person. */
export const enRecords = {
  severity: { mild: 'mild', moderate: 'moderate', severe: 'severe' },
  payerKind: { insurance: 'Insurance', employer: 'Employer', relative: 'Relative', other: 'Other' },

  person: {
    more: 'E-mail, national ID, language, next of kin, mother, payer, death',
    moreNew: 'E-mail, national ID, language, address, next of kin, mother, allergies, payer',
    email: 'E-mail',
    nationalId: 'National ID',
    taken: 'Another patient has this national ID. Look for it in the list: they may be the same person.',
    language: 'Preferred language',
    address: 'Address',
    kin: 'Next of kin',
    relation: 'Relation',
    kinPhone: 'Phone of the next of kin',
    payer: 'Payer',
    payerKind: 'Kind of payer',
    memberNumber: 'Member number',
    taxId: 'Tax number',
    mother: 'Mother',
    removeMother: 'Remove the mother',
    toMother: 'To her record',
    known: 'Recorded',
    deceased: 'Died on',
    deceasedTime: 'Time of death',
    deceasedHint: 'From then on nothing is booked for the patient.',
    died: 'Deceased',
    about: (age: string) => `about ${age}`,
    ageAtDeath: (age: string) => `${age} at death`,
    stillBooked: (count: number) =>
      plural(count, {
        one: 'Saved. # appointment is still booked: cancel it here.',
        other: 'Saved. # appointments are still booked: cancel them here.',
      }),
    allergy: (number: string) => `Allergy ${number}`,
    addAllergy: 'Add an allergy',
    noneKnown: 'No known allergies',
    notAsked: 'Not asked yet.',
    savesNone: 'Saving an empty list records that the patient has no known allergies.',
  },

  merge: {
    title: 'Merge two records',
    begin: 'Registered twice? Merge with another record',
    compare: 'Compare and merge',
    compareWith: (number: string) => `Compare and merge with ${number}`,
    intro: 'Make sure that both are the same person. Where they differ, choose what is right: everything else is kept.',
    field: 'Field',
    stays: 'Stays',
    goes: 'Goes',
    other: 'The other record of the same person',
    taken: '(is taken over)',
    both: 'Medical history, allergies and addresses keep the entries of both. Appointments, doctors’ notes, invoices and files move to the record that stays.',
    swap: 'Keep the other one',
    submit: 'Merge …',
    question: (goes: string, stays: string) =>
      `Merge ${goes} into ${stays}? For 30 days this can be undone, as long as nothing that was moved has changed.`,
    confirm: 'Merge the records',
    family: 'One of them is recorded as the mother of the other: they are not the same person.',
    done: (number: string, moved: string) => `${number} was merged into this record. Moved here: ${moved}.`,
    ledHere: (number: string) => `You came from ${number}, which was merged into this record.`,
    invoices: (count: number) => plural(count, { one: '# invoice', other: '# invoices' }),
    files: (count: number) => plural(count, { one: '# file', other: '# files' }),
    records: 'Merged into this record',
    undo: 'Undo',
    undoOf: (number: string) => `Undo the merge of ${number}`,
    undoTitle: 'Undo the merge',
    undoQuestion: (number: string) =>
      `Make ${number} a record of its own again? It gets back what was moved here; what was added since stays.`,
    undone: (moved: string) => `Undone. Moved back: ${moved}.`,
    apart: 'These are two records again.',
    toOther: 'To the other one',
  },
};
