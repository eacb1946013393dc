import type { enCash } from './en-cash';
import { pluralOf } from './plural';

const plural = pluralOf('de');

export const deCash: typeof enCash = {
  cash: {
    title: 'Kassenbericht',
    from: 'Von',
    to: 'Bis',
    balances: 'Bestände',
    method: 'Zahlungsart',
    opening: 'Anfangsbestand',
    received: 'Einnahmen',
    refunded: 'Erstattungen',
    closing: 'Endbestand',
    net: 'Saldo',
    all: 'Alle Zahlungsarten',
    days: 'Nach Tag, Zahlungsart und Konto',
    day: 'Tag',
    account: 'Erfasst von',
    nobody: 'Niemand angemeldet',
    count: 'Zahlungen',
    payments: 'Zahlungen',
    shown: (count) => plural(count, { one: '# Zahlung', other: '# Zahlungen' }),
    none: 'Keine Zahlungen in diesem Zeitraum.',
    noneSuch: 'Keine solchen Zahlungen in diesem Zeitraum.',
    noneYet: 'Unter den ersten ist keine. Weitere stehen auf der nächsten Seite.',
    kind: 'Art',
    kinds: { payment: 'Zahlung', refund: 'Erstattung', adjustment: 'Korrektur' },
    referenceHint: 'Genau wie eingegeben',
    someone: 'Jemand anderes',
    when: 'Erfasst',
    invoice: 'Rechnung',
    patient: 'Patient',
    download: 'Als CSV herunterladen',
    downloadOf: (what) => `Als CSV herunterladen: ${what}`,
    saved: (name) => `Als ${name} gespeichert.`,
  },
};
