import { pluralOf } from './plural';

const plural = pluralOf('en');

export const enStatistics = {
  statistics: {
    title: 'Statistics',
    visits: 'Visits',
    revenue: 'Revenue',
    thisMonth: 'This month',
    lastMonth: 'Last month',
    thisYear: 'This year',
    by: 'By',
    week: 'Week',
    month: 'Month',
    sums: (kind: string, what: string) => `${kind} by ${String(what).toLowerCase()}`,
    toCome: 'To come',
    leftOpen: 'Left open',
    leftOpenHint: 'Left open: over, and nobody has said whether the patient came.',
    share: 'Share',
    booked: 'Booked time',
    hours: 'Working hours',
    used: 'Hours booked',
    billed: 'Billed',
    net: 'Without tax',
    revenueHint:
      'Invoices count on the day of issue, credit notes on their own. Drafts and void invoices are left out.',
    nobody: 'No doctor named',
    sum: 'Together',
    others: (count: number) => plural(count, { one: '# other', other: '# others' }),
    highest: (name: string, amount: string) => `The highest: ${name}, ${amount}.`,
    none: 'Nothing on these days.',
    tooMuch: 'That is too much to be added up at once: choose fewer days.',
  },
};
