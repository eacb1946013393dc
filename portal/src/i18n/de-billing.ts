import type { enBilling } from './en-billing';
import { pluralOf } from './plural';

const plural = pluralOf('de');

export const deBilling: typeof enBilling = {
  billing: {
    title: 'Rechnungen',
    search: 'Suche',
    searchHint: 'Nummer, Patient oder Leistung',
    show: 'Anzeigen',
    unpaid: 'Offen',
    overdue: 'Überfällig',
    issuedFrom: 'Gestellt von',
    issuedTo: 'Gestellt bis',
    found: (count) => plural(count, { one: '# Rechnung', other: '# Rechnungen' }),
    atLeast: (count) => plural(count, { one: 'Mindestens # Rechnung', other: 'Mindestens # Rechnungen' }),
    none: 'Keine Rechnungen.',
    range: (from, to) => `${from}–${to}`,
    before: 'Vorige Seite',
    after: 'Nächste Seite',
    together: 'Zusammen',
    visit: 'Termin',
    invoiceVisit: 'Diesen Termin abrechnen',
    invoiceAgain: 'Weitere Rechnung für diesen Termin',
    ofVisit: 'Rechnungen zu diesem Termin',

    writeOff: 'Ausbuchen …',
    writeOffTitle: 'Rechnung ausbuchen',
    writeOffHint: (remaining) =>
      `Der Restbetrag von ${remaining} wird nicht mehr eingefordert, und die Rechnung kann nicht mehr geändert werden. Was doch noch bezahlt wird, lässt sich erfassen.`,
    writeOffConfirm: (remaining) => `${remaining} ausbuchen`,
    wasWrittenOff: 'Die Rechnung ist ausgebucht.',

    refundBefore: (paid) => `Auf diese Rechnung wurden ${paid} bezahlt. Erstatten Sie den Betrag zuerst.`,
    refundFirst: (paid) => `${paid} erstatten …`,
    refundHint: (most) => `Höchstens ${most}: So viel wurde bezahlt.`,
    refundCredit: (credit) => `Es wurden ${credit} zu viel bezahlt.`,
    owedAgain: (remaining) => `Danach sind ${remaining} offen.`,
    reason: 'Grund',
    reasonHint: 'Er wird auf die Quittung gedruckt.',

    tooMuch: (amount, remaining) => `${amount} sind mehr als der Restbetrag von ${remaining}.`,
    becomesCredit: (credit) => `Der Patient hätte ein Guthaben von ${credit}.`,
    allTheSame: (amount) => `Trotzdem ${amount} erfassen`,
    changeAmount: 'Betrag ändern',

    receipt: 'Quittung',
    refundReceipt: 'Quittung über eine Erstattung',
    receivedFrom: 'Erhalten von',
    paidTo: 'Ausgezahlt an',
    forInvoice: 'Zu Rechnung',
    invoiceTotal: 'Rechnungsbetrag',
    remainingOn: (date: string) => `Offen am ${date}`,
    creditOn: (date: string) => `Guthaben am ${date}`,
    note: 'Vermerk',
    recordedBy: 'Erfasst von',
    toInvoice: 'Zur Rechnung',
  },
};
