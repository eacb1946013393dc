import { pluralOf } from './plural';

const plural = pluralOf('en');

export const enBilling = {
  billing: {
    title: 'Invoices',
    search: 'Search',
    searchHint: 'Number, patient or service',
    show: 'Show',
    unpaid: 'Unpaid',
    overdue: 'Overdue',
    issuedFrom: 'Issued from',
    issuedTo: 'Issued to',
    found: (count: number) => plural(count, { one: '# invoice', other: '# invoices' }),
    atLeast: (count: number) => `${plural(count, { one: '# invoice', other: '# invoices' })}, or more`,
    none: 'No invoices.',
    range: (from: string, to: string) => `${from}–${to}`,
    before: 'Previous page',
    after: 'Next page',
    together: 'Together',
    visit: 'Visit',
    invoiceVisit: 'Invoice this visit',
    invoiceAgain: 'Another invoice for this visit',
    ofVisit: 'Invoices of this visit',

    writeOff: 'Write off …',
    writeOffTitle: 'Write off the invoice',
    writeOffHint: (remaining: string) =>
      `Nobody is asked for the remaining ${remaining} any more, and the invoice can no longer be changed. What is paid after all can still be recorded.`,
    writeOffConfirm: (remaining: string) => `Write off ${remaining}`,
    wasWrittenOff: 'The invoice is written off.',

    refundBefore: (paid: string) => `${paid} was paid on this invoice. Refund it first.`,
    refundFirst: (paid: string) => `Refund ${paid} …`,
    refundHint: (most: string) => `At most ${most}, which is what was paid.`,
    refundCredit: (credit: string) => `${credit} was paid too much.`,
    owedAgain: (remaining: string) => `After this, ${remaining} is due.`,
    reason: 'Reason',
    reasonHint: 'It is printed on the receipt.',

    tooMuch: (amount: string, remaining: string) => `${amount} is more than the ${remaining} that remain.`,
    becomesCredit: (credit: string) => `The patient would have a credit of ${credit}.`,
    allTheSame: (amount: string) => `Record ${amount} all the same`,
    changeAmount: 'Change the amount',

    receipt: 'Receipt',
    refundReceipt: 'Receipt of a refund',
    receivedFrom: 'Received from',
    paidTo: 'Paid to',
    forInvoice: 'For invoice',
    invoiceTotal: 'Total of the invoice',
    remainingOn: (date: string) => `Remaining on ${date}`,
    creditOn: (date: string) => `Credit on ${date}`,
    note: 'Note',
    recordedBy: 'Recorded by',
    toInvoice: 'To the invoice',
  },
};
