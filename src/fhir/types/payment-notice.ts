/** PaymentNotice (hl7.org/fhir/R4/paymentnotice.html): a payment of an invoice, or a refund. Neither ever changes. */
import { sql } from 'drizzle-orm';
import { invoice } from '../../db/schema/invoice';
import { payment } from '../../db/schema/payment';
import { instant, isDate, localDate } from '../../rules/datetime';
import { ADJUSTMENT } from '../../schemas/words';
import { absent, conceptOf, type Deployment, identifierOf, type Resource, referenceTo } from '../elements/datatypes';
import { moneyOf } from '../elements/money';
import { zoned } from '../elements/time';
import { constantParameter } from '../search/constants';
import { identifierParameter } from '../search/identifiers';
import { referenceParameter } from '../search/parameters';
import { timeParameter } from '../search/time-parameters';
import type { RowMeta, StoredType } from '../served-type';

const fields = {
  id: payment.id,
  version: sql<number>`1`.as('version'),
  updated_at: sql<number>`${payment.created_at}`.as('updated_at'),
  deleted_at: sql<null>`null`.as('deleted_at'),
  receipt_number: payment.receipt_number,
  invoice_id: payment.invoice_id,
  patient_id:
    sql<string>`(select ${invoice.patient_id} from ${invoice} where ${invoice.id} = ${payment.invoice_id})`.as(
      'patient_id',
    ),
  amount: payment.amount,
  method: payment.method,
  paid_at: payment.paid_at,
  created_at: payment.created_at,
};

type Row = RowMeta & { patient_id: string } & Pick<
    typeof payment.$inferSelect,
    'receipt_number' | 'invoice_id' | 'amount' | 'method' | 'paid_at' | 'created_at'
  >;

const dayOf = (text: string, timeZone: string) => (isDate(text) ? text : localDate(instant(text, timeZone), timeZone));

/** The number is made of `seq`, and has no index of its own. */
const seqOf = (receipt: string) => /^RCP-(?=\d{8})0*(\d+)$/.exec(receipt)?.[1] ?? null;

const PAID = conceptOf('http://terminology.hl7.org/CodeSystem/paymentstatus', 'paid');

/** Who pays back has sent it, too; whether it has arrived (`cleared`), nobody has said. */
const statusOf = ({ amount, method }: Row) =>
  amount < 0 && method !== ADJUSTMENT ? { ...PAID, text: 'refund' } : PAID;

const toFhir = (row: Row, deployment: Deployment): Resource => ({
  resourceType: 'PaymentNotice',
  id: row.id,
  identifier: identifierOf(deployment, 'receipt-number', row.receipt_number),
  status: 'active',
  request: referenceTo('Invoice', row.invoice_id),
  created: zoned(row.created_at, deployment.timeZone),
  // R4 demands the reconciliation that the payment is part of. There is none: this is how it was paid, and its receipt.
  payment: { display: [row.method, row.receipt_number].join(' ') },
  paymentDate: dayOf(row.paid_at, deployment.timeZone),
  recipient: deployment.name ? { display: deployment.name } : absent('unknown'),
  amount: moneyOf(row.amount, deployment),
  paymentStatus: statusOf(row),
});

export const paymentNoticeType: StoredType<Row> = {
  type: 'PaymentNotice',
  table: payment,
  fields,
  live: sql`1`,
  updated: payment.created_at,
  toFhir,
  access: ({ invoice_id, patient_id }) => ({ id: invoice_id, of: patient_id }),
  mandatory: ['status', 'created', 'payment', 'recipient', 'amount'],
  parameters: {
    identifier: identifierParameter({
      documentation: 'Number of the receipt',
      table: payment,
      own: [{ system: 'receipt-number', column: payment.seq, keyOf: seqOf }],
    }),
    request: referenceParameter({
      documentation: 'The invoice',
      to: { Invoice: payment.invoice_id },
    }),
    status: constantParameter('active', { system: 'http://hl7.org/fhir/fm-status', code: 'active' }),
    created: timeParameter(payment.created_at, { documentation: 'When it was recorded' }),
  },
  includes: { request: { to: 'Invoice', column: payment.invoice_id } },
};
