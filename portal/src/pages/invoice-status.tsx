import type { Schema } from 'hospital-service-client';
import { t } from '../i18n';

type Status = Schema<'Invoice'>['status'];

const LOOKS: Record<Status, string> = {
  DRAFT: 'over',
  ISSUED: '',
  PARTIALY_PAID: 'warn',
  PAID: 'good',
  VOID: 'bad',
  WRITTEN_OFF: 'bad',
};

export const InvoiceStatus = ({ status }: { status: Status }) => (
  <span class={`badge ${LOOKS[status]}`}>{t.invoice.statuses[status]}</span>
);
