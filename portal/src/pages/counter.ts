// The pages of invoices and money, which come together when the first of them is opened.
export { CashReport } from './cash';
export { CreditNotePage } from './credit-note-sheet';
export { InvoicePage } from './invoice';
export { EditInvoice, NewInvoice } from './invoice-edit';
export { Invoices } from './invoices';
export { Receipt } from './receipt';
