import { pluralOf } from './plural';

const plural = pluralOf('en');

export const enDrafts = {
  drafts: {
    restored: 'What you had typed here is back.',
    anew: 'Start afresh',
    unsaved: (count: string) => `Not saved (${count})`,
    signOutTitle: 'Sign out and lose this?',
    signOutHint: 'Not saved yet:',
    stay: 'Stay signed in',

    /** forms, by whose or what it is */
    registration: (name: string) => (name ? `Registration of ${name}` : 'Registration of a patient'),
    patient: (name: string) => `Changes to ${name}`,
    list: (list: string, name: string) => `${list} of ${name}`,
    newInvoice: (name: string) => `Invoice for ${name}`,
    invoice: (number: string) => `Changes to invoice ${number}`,
    payment: (number: string) => `Payment of invoice ${number}`,
    refund: (number: string) => `Refund of invoice ${number}`,
    credit: (number: string) => `Credit note for invoice ${number}`,
    closure: (name: string) => (name ? `Closure “${name}”` : 'New closure'),
    cancel: (name: string) => `Cancelling for ${name}`,
    account: 'New account',
    uploads: (count: number) => plural(count, { one: '# file to be uploaded', other: '# files to be uploaded' }),
  },
};
