/** Invoice (hl7.org/fhir/R4/invoice.html). */
import { isNull } from 'drizzle-orm';
import { type InvoiceLine, type InvoiceStatus, invoice } from '../../db/schema/invoice';
import { codeOf, INVOICE_STATUSES } from '../elements/codes';
import {
  codeText,
  type Deployment,
  identifierOf,
  originalText,
  type Resource,
  referenceTo,
  tagsOf,
} from '../elements/datatypes';
import { discountsOf, moneyOf, taxOf } from '../elements/money';
import { dateTimeOf } from '../elements/time';
import { identifierParameter } from '../search/identifiers';
import { codeParameter, referenceParameter } from '../search/parameters';
import { timeParameter } from '../search/time-parameters';
import type { RowMeta, StoredType } from '../served-type';
import { entityFields } from './fields';

const fields = {
  ...entityFields(invoice),
  reg_number: invoice.reg_number,
  issue_date: invoice.issue_date,
  due_date: invoice.due_date,
  status: invoice.status,
  discount_amount: invoice.discount_amount,
  discount_percent: invoice.discount_percent,
  patient_id: invoice.patient_id,
  items: invoice.items,
  tags: invoice.tags,
  total_amount: invoice.total_amount,
  taxes: invoice.taxes,
  tax_amount: invoice.tax_amount,
  payer: invoice.payer,
};

type Row = RowMeta & Pick<typeof invoice.$inferSelect, keyof typeof fields>;

/** @returns `status`, and `_status` where several words have one code */
function statusOf(word: InvoiceStatus) {
  const status = codeOf(INVOICE_STATUSES, word);
  const [plain] = INVOICE_STATUSES.words[status];
  return { status, ...(word !== plain && { _status: originalText(word) }) };
}

/** 0 % is a rate, too; a line without one has no tax. */
const lineOf = (
  { name, code, quantity, unit_price, tax_percent, ...line }: InvoiceLine,
  n: number,
  deployment: Deployment,
) => ({
  sequence: n + 1,
  chargeItemCodeableConcept: {
    coding: code?.trim() ? [{ system: deployment.systems.catalog, code: codeText(code) }] : [],
    text: name,
  },
  priceComponent: [
    { type: 'base', factor: quantity, amount: moneyOf(unit_price, deployment) },
    ...discountsOf(line, deployment),
    ...(tax_percent === undefined ? [] : [taxOf(tax_percent)]),
  ],
});

const toFhir = (row: Row, deployment: Deployment): Resource => ({
  resourceType: 'Invoice',
  id: row.id,
  meta: { tag: tagsOf(deployment, row.tags) },
  identifier: identifierOf(deployment, 'invoice-number', row.reg_number),
  ...statusOf(row.status),
  subject: referenceTo('Patient', row.patient_id),
  recipient: { display: row.payer?.name },
  date: dateTimeOf(row.issue_date, deployment.timeZone),
  lineItem: row.items.map((line, n) => lineOf(line, n, deployment)),
  totalPriceComponent: [
    ...discountsOf(row, deployment),
    ...(row.taxes ?? []).map(({ tax_percent, tax_amount }) => ({
      ...taxOf(tax_percent),
      amount: moneyOf(tax_amount, deployment),
    })),
  ],
  totalNet: moneyOf(row.total_amount - row.tax_amount, deployment),
  totalGross: moneyOf(row.total_amount, deployment),
  paymentTerms: row.due_date && `Due ${dateTimeOf(row.due_date, deployment.timeZone)}`,
});

const ofPatient = (documentation: string) => referenceParameter({ documentation, to: { Patient: invoice.patient_id } });

export const invoiceType: StoredType<Row> = {
  type: 'Invoice',
  table: invoice,
  fields,
  live: isNull(invoice.deleted_at),
  updated: invoice.updated_at,
  toFhir,
  access: ({ id, patient_id }) => ({ id, of: patient_id }),
  mandatory: ['status'],
  parameters: {
    identifier: identifierParameter({
      documentation: 'Number of the invoice',
      table: invoice,
      own: [{ system: 'invoice-number', column: invoice.reg_number }],
    }),
    patient: ofPatient('The patient'),
    subject: ofPatient('The patient'),
    date: timeParameter(invoice.issue_at, { documentation: 'When it was issued' }),
    status: codeParameter({
      documentation: 'draft, issued, balanced or cancelled',
      system: 'http://hl7.org/fhir/invoice-status',
      map: INVOICE_STATUSES,
      column: invoice.status,
      folded: (column) => column,
      isIndexed: true,
    }),
  },
  includes: {
    patient: { to: 'Patient', column: invoice.patient_id },
    subject: { to: 'Patient', column: invoice.patient_id },
  },
};
