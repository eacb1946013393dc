import { pluralOf } from './plural';

const plural = pluralOf('en');

export const enCash = {
  cash: {
    title: 'Cash report',
    from: 'From',
    to: 'To',
    balances: 'Balances',
    method: 'Method',
    opening: 'Opening',
    received: 'Received',
    refunded: 'Refunded',
    closing: 'Closing',
    net: 'Net',
    all: 'All methods',
    days: 'By day, method and account',
    day: 'Day',
    account: 'Recorded by',
    nobody: 'Nobody signed in',
    count: 'Payments',
    payments: 'Payments',
    shown: (count: number) => plural(count, { one: '# payment', other: '# payments' }),
    none: 'No payments in this period.',
    noneSuch: 'No such payments in this period.',
    noneYet: 'None among the first ones. There are more to look at: next page.',
    kind: 'Kind',
    kinds: { payment: 'Payment', refund: 'Refund', adjustment: 'Adjustment' },
    referenceHint: 'Exactly as it was typed',
    someone: 'Somebody else',
    when: 'Recorded',
    invoice: 'Invoice',
    patient: 'Patient',
    download: 'Download CSV',
    downloadOf: (what: string) => `Download CSV: ${what}`,
    saved: (name: string) => `Saved as ${name}.`,
  },
};
