import { unwrap } from 'hospital-service-client';
import { useState } from 'preact/hooks';
import { useAction, useKey } from '../actions';
import { faultOf, messageOf } from '../errors';
import { formatDate, formatMoney, wallTime } from '../format';
import { t } from '../i18n';
import type { Invoice } from '../invoices';
import { hospital, session } from '../session';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { Input, Select } from '../ui/field';
import { Alert, say } from '../ui/status';
import { Table } from '../ui/table';

/** What the portal offers. Others may come from elsewhere: the service takes any word. */
const METHODS = ['cash', 'card', 'transfer', 'insurance'] as const;

const methodText = (method: string): string => (t.payment.methods as Record<string, string>)[method] ?? method;

export function PaymentTable({ payments }: { payments: Invoice['payments'] }) {
  if (payments.length === 0) return <p class="muted">{t.payment.none}</p>;
  return (
    <Table
      caption={t.payment.title}
      rows={payments}
      keyOf={({ id }) => id}
      columns={[
        { head: t.payment.when, cell: ({ paid_at }) => formatDate(wallTime(paid_at)) },
        { head: t.payment.method, cell: ({ method }) => methodText(method) },
        { head: t.payment.reference, cell: ({ reference }) => <bdi>{reference}</bdi> },
        { head: t.payment.amount, numeric: true, cell: ({ amount }) => formatMoney(amount) },
      ]}
    />
  );
}

interface Props {
  invoice: Invoice;
  /** gives money back */
  refund: boolean;
  onClose: () => void;
  onPaid: () => void;
}

/** Takes a payment, by default what remains, or gives back what was paid. */
export function PaymentDialog({ invoice, refund, onClose, onPaid }: Props) {
  const { currency_decimals } = session().settings;
  const [amount, setAmount] = useState(String(refund ? invoice.paid_amount : invoice.remaining_amount));
  const [method, setMethod] = useState<string>(METHODS[0]);
  const [reference, setReference] = useState('');
  const { busy, error, run } = useAction();
  const keyOf = useKey();
  const smallest = 10 ** -currency_decimals;

  const pay = () =>
    run(async () => {
      const body = { amount: refund ? -Number(amount) : Number(amount), method, reference: reference.trim() || null };
      const params = { path: { id: invoice.id } };
      unwrap(await hospital.POST('/invoice/{id}/payments', { params, body, headers: keyOf(body) }));
      say(t.payment.recorded(formatMoney(body.amount)));
      onClose();
      onPaid();
    });

  return (
    <Dialog title={refund ? t.payment.refund : t.payment.record} onClose={onClose}>
      {error !== undefined && <Alert>{messageOf(error)}</Alert>}
      <form
        onSubmit={(event) => {
          event.preventDefault();
          pay();
        }}
      >
        <Input
          label={t.payment.amount}
          type="number"
          inputMode="decimal"
          required
          min={smallest}
          max={refund ? invoice.paid_amount : undefined}
          step={smallest}
          value={amount}
          error={faultOf(error, 'amount')}
          onInput={(event) => setAmount(event.currentTarget.value)}
        />
        <Select
          label={t.payment.method}
          value={method}
          onChange={setMethod}
          options={METHODS.map((value) => ({ value, text: methodText(value) }))}
        />
        <Input
          label={t.payment.reference}
          hint={t.payment.referenceHint}
          maxLength={200}
          value={reference}
          error={faultOf(error, 'reference')}
          onInput={(event) => setReference(event.currentTarget.value)}
        />
        <div class="row end">
          <Button onClick={onClose}>{t.cancel}</Button>
          <Button type="submit" look={refund ? 'danger' : 'primary'} busy={busy}>
            {refund
              ? t.payment.submitRefund(formatMoney(Number(amount)))
              : t.payment.submit(formatMoney(Number(amount)))}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
