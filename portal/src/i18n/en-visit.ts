import { pluralOf } from './plural';

const plural = pluralOf('en');

export const enVisit = {
  /** why somebody comes */
  visit: {
    why: 'Why does the patient come?',
    whyHint: 'In the patient’s own words',
    reason: 'Reason',
    remarks: 'Remarks for colleagues',
    hasRemarks: 'With remarks',
    more: 'Remarks and tags',
    edit: 'Reason and remarks …',
    saved: 'The visit is saved.',
    draft: (name: string) => `Reason and remarks, ${name}`,
  },

  /** what a doctor writes about it */
  note: {
    title: 'Doctor’s note',
    ofPatient: 'Doctors’ notes',
    isThere: 'A doctor has signed a note of this visit.',
    none: 'There is no note of this visit.',
    noneOfPatient: 'No notes.',
    status: { draft: 'Draft', final: 'Signed', amended: 'Signed, with addenda' },
    about: 'Title',
    text: 'What was found and done',
    onlyYou: 'Only you can see it until you sign it.',
    bytes: (used: string, most: string) => `${used} of ${most}`,
    tooLong: (most: string) => `At most ${most}.`,
    save: 'Save draft',
    saved: 'The draft is saved.',
    sign: 'Sign …',
    signTitle: 'Sign this note?',
    signHint:
      'Once signed it is final: nobody can change or delete it, not even you. What is still missing can be added below it. Every doctor of the hospital can read it.',
    signSubmit: 'Sign',
    signed: 'The note is signed.',
    signedBy: (name: string, when: string) => `Signed by ${name}, ${when}`,
    isSigned: 'This note has been signed meanwhile. What you typed is still here: it can be added below it.',
    addenda: 'Addenda',
    addendum: 'Addendum',
    add: 'Add an addendum',
    addHint: 'It is signed by you at once and is final, as the note is.',
    addSubmit: 'Sign and add',
    added: 'The addendum is signed.',
    ownToo: 'Write a note of your own',
    draftOf: (name: string) => `Note about ${name}`,
    count: (count: number) => plural(count, { one: '# doctor’s note', other: '# doctors’ notes' }),
    toVisit: 'To the visit',
    handOver: 'Hand over unsigned notes …',
    handOverTitle: 'Hand over unsigned notes',
    handOverHint:
      'Nobody can see the drafts of an account that is disabled. The doctor whom you choose can read, finish and sign them. You do not see them.',
    handOverTo: 'To',
    chooseDoctor: 'Choose a doctor',
    handOverSubmit: 'Hand over',
    handedOver: (count: number) => plural(count, { one: '# note is handed over.', other: '# notes are handed over.' }),
    left: (count: number, name: string) =>
      plural(count, {
        one: `# note stays: ${name} has a note of that visit already.`,
        other: `# notes stay: ${name} has a note of each of those visits already.`,
      }),
  },
};
