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
    bys: {
      doctor: 'Doctor',
      department: 'Department',
      status: 'Status',
      service: 'Service',
      day: 'Day',
      week: 'Week',
      month: 'Month',
    },
    visitsBy: {
      doctor: 'Visits by doctor',
      department: 'Visits by department',
      status: 'Visits by status',
      day: 'Visits by day',
      week: 'Visits by week',
      month: 'Visits by month',
    },
    revenueBy: {
      doctor: 'Revenue by doctor',
      service: 'Revenue by service',
      day: 'Revenue by day',
      week: 'Revenue by week',
      month: 'Revenue by month',
    },
    appointments: 'Appointments',
    outcomes: {
      completed: 'Completed',
      to_come: 'To come',
      left_open: 'Left open',
      no_show: 'Did not come',
      cancelled: 'Cancelled',
    },
    leftOpenHint: 'Left open: their time is over, and nobody has said whether the patient came.',
    share: 'Share',
    booked: 'Booked time',
    hours: 'Working hours',
    used: 'Hours booked',
    billed: 'Billed',
    credited: 'Credited',
    earned: 'Revenue',
    net: 'Without tax',
    invoices: 'Invoices',
    revenueHint:
      'Invoices count on the day of issue, credit notes on their own. Drafts and void invoices are left out.',
    nobody: 'No doctor named',
    sum: 'Together',
    others: (count: number) => plural(count, { one: '# other', other: '# others' }),
    highest: (name: string, amount: string) => `The highest: ${name}, ${amount}.`,
    noVisits: 'No appointments on these days.',
    noRevenue: 'No invoices on these days.',
    tooMuch:
      'That is too much to be added up at once: choose fewer days. A year is the most, less where there are very many records.',
  },
};
