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
    bys: {
      doctor: 'Arzt',
      department: 'Abteilung',
      status: 'Status',
      service: 'Leistung',
      day: 'Tag',
      week: 'Woche',
      month: 'Monat',
    },
    visitsBy: {
      doctor: 'Besuche nach Arzt',
      department: 'Besuche nach Abteilung',
      status: 'Besuche nach Status',
      day: 'Besuche nach Tag',
      week: 'Besuche nach Woche',
      month: 'Besuche nach Monat',
    },
    revenueBy: {
      doctor: 'Umsatz nach Arzt',
      service: 'Umsatz nach Leistung',
      day: 'Umsatz nach Tag',
      week: 'Umsatz nach Woche',
      month: 'Umsatz nach Monat',
    },
    appointments: 'Termine',
    outcomes: {
      completed: 'Abgeschlossen',
      to_come: 'Noch bevorstehend',
      left_open: 'Offen geblieben',
      no_show: 'Nicht erschienen',
      cancelled: 'Abgesagt',
    },
    leftOpenHint: 'Offen geblieben: Die Zeit ist vorbei, und niemand hat vermerkt, ob der Patient da war.',
    share: 'Anteil',
    booked: 'Gebuchte Zeit',
    hours: 'Sprechzeiten',
    used: 'Auslastung',
    billed: 'Berechnet',
    credited: 'Gutgeschrieben',
    earned: 'Umsatz',
    net: 'Ohne Steuer',
    invoices: 'Rechnungen',
    revenueHint:
      'Rechnungen zählen am Tag ihrer Ausstellung, Gutschriften an ihrem eigenen. Entwürfe und stornierte Rechnungen zählen nicht.',
    nobody: 'Kein Arzt angegeben',
    sum: 'Zusammen',
    others: (count) => plural(count, { one: '# weiteres', other: '# weitere' }),
    highest: (name, amount) => `Am höchsten: ${name}, ${amount}.`,
    noVisits: 'Keine Termine an diesen Tagen.',
    noRevenue: 'Keine Rechnungen an diesen Tagen.',
    tooMuch:
      'Das ist zu viel, um es auf einmal zusammenzuzählen: Bitte einen kürzeren Zeitraum wählen. Möglich ist höchstens ein Jahr, bei sehr vielen Einträgen weniger.',
  },
};
