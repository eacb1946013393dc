import { pluralOf } from './plural';

const plural = pluralOf('en');

export const enSeries = {
  /** a visit that repeats every few weeks */
  series: {
    title: 'A series of visits',
    repeat: 'This visit repeats',
    weeks: 'Every how many weeks',
    ends: 'It ends',
    endsAfter: 'after a number of visits',
    endsOn: 'on a day',
    count: 'Number of visits',
    until: 'Last day',
    incomplete: 'Say how often the visit repeats.',
    look: 'Look at the days …',
    notAll: (count: number) =>
      plural(count, {
        one: '# visit cannot be booked and is left out.',
        other: '# visits cannot be booked and are left out.',
      }),
    submit: (count: number) => plural(count, { one: 'Book # visit', other: 'Book # visits' }),
    booked: (count: number, patient: string) =>
      plural(count, { one: `# visit is booked for ${patient}.`, other: `# visits are booked for ${patient}.` }),
    reasons: {
      overlap: 'The doctor has another appointment',
      closed: 'Closed',
      held: 'Being booked for somebody else',
      no_resource: 'No room is free',
      not_offered: 'Not offered at that time',
    },
    partOf: 'Part of a series',
    place: (number: number, count: number) => `Visit ${number} of ${count} in a series`,
    cancel: 'Cancel this and following …',
    cancelTitle: 'Cancel this visit and those that follow',
    cancelConfirm: 'Cancel these visits',
    cancelled: 'This visit and those that follow are cancelled.',
  },
};
