import type { enStatistics } from './en-statistics';
import { pluralOf } from './plural';

const plural = pluralOf('de');

export const deStatistics: typeof enStatistics = {
  statistics: {
    title: 'Statistik',
    visits: 'Besuche',
    revenue: 'Umsatz',
    thisMonth: 'Dieser Monat',
    lastMonth: 'Letzter Monat',
    thisYear: 'Dieses Jahr',
    by: 'Nach',
    week: 'Woche',
    month: 'Monat',
    sums: (kind, what) => `${kind} nach ${what}`,
    toCome: 'Noch bevorstehend',
    leftOpen: 'Offen geblieben',
    leftOpenHint: 'Offen geblieben: Die Zeit ist vorbei, und niemand hat vermerkt, ob der Patient da war.',
    share: 'Anteil',
    booked: 'Gebuchte Zeit',
    hours: 'Sprechzeiten',
    used: 'Auslastung',
    billed: 'Berechnet',
    net: 'Ohne Steuer',
    revenueHint:
      'Rechnungen zählen am Tag ihrer Ausstellung, Gutschriften an ihrem eigenen. Entwürfe und stornierte Rechnungen zählen nicht.',
    nobody: 'Kein Arzt angegeben',
    sum: 'Zusammen',
    others: (count) => plural(count, { one: '# weiteres', other: '# weitere' }),
    highest: (name, amount) => `Am höchsten: ${name}, ${amount}.`,
    none: 'Nichts an diesen Tagen.',
    tooMuch: 'Das ist zu viel, um es auf einmal zusammenzuzählen: Bitte einen kürzeren Zeitraum wählen.',
  },
};
