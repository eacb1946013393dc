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
    when: 'Recorded',
    invoice: 'Invoice',
    patient: 'Patient',
    download: 'Download CSV',
    downloadOf: (what: string) => `Download CSV: ${what}`,
    saved: (name: string) => `Saved as ${name}.`,
  },
};
