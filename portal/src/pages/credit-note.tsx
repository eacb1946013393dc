import { unwrap } from 'hospital-service-client';
import { useState } from 'preact/hooks';
import { useAction } from '../actions';
import { Restored, useDraft } from '../drafts';
import { faultOf } from '../errors';
import { formatDate, formatMoney, isolated, wallTime } from '../format';
import { t } from '../i18n';
import type { Invoice } from '../invoices';
import { differenceOf } from '../money';
import { linkTo } from '../router';
import { hospital, session } from '../session';
import { Dialog } from '../ui/dialog';
import { Select, TextArea } from '../ui/field';
import { FormEnd } from '../ui/form-end';
import { MoneyField } from '../ui/number-field';
import { say } from '../ui/status';
import { Table } from '../ui/table';
import { useCreate } from '../unanswered';
import { CreditedLines, creditedLines, creditedTotal, type Quantities } from './credit-note-lines';

type Notes = NonNullable<Invoice['credit_notes']>;

export function CreditNoteTable({ notes }: { notes: Notes }) {
  return (
    <Table
      caption={t.credit.title}
      rows={notes}
      keyOf={({ id }) => id}
      columns={[
        { head: t.credit.date, look: 'unbroken', cell: ({ created_at }) => formatDate(wallTime(created_at)) },
        {
          head: t.credit.number,
          look: 'unbroken',
          cell: ({ id, invoice_id, reg_number }) => (
            <a href={linkTo(`/invoices/${invoice_id}/credit-notes/${id}`)}>
              <bdi>{reg_number}</bdi>
            </a>
          ),
        },
        { head: t.credit.reason, cell: ({ reason }) => <bdi>{reason}</bdi> },
        { head: t.credit.amount, numeric: true, cell: ({ amount }) => formatMoney(-amount) },
      ]}
    />
  );
}

/** What of an invoice can still be credited. */
export const creditable = ({ total_amount, credited_amount = 0 }: Invoice): number =>
  differenceOf(total_amount, credited_amount, session().settings.currency_decimals);

interface TypedNote {
  /** missing as long as nobody has changed it: all that is left */
  amount?: string;
  /** where lines are credited instead */
  quantities?: Quantities | undefined;
  reason: string;
}

/** The key of its draft. */
export const creditDraft = (invoice: string): string => `credit note of ${invoice}`;

interface Props {
  invoice: Invoice;
  onClose: () => void;
  onMade: () => void;
}

/**
 * Lowers what is due by a document of its own: by all that is left or less, or by lines of the invoice. One without an answer is sent again as it was,
 * before anything else, so that nothing is credited twice.
 */
export function CreditNoteDialog({ invoice, onClose, onMade }: Props) {
  const { id } = invoice;
  const most = creditable(invoice);
  const { lost, create } = useCreate<TypedNote>(`credit note of ${id}`);
  const draft = useDraft<TypedNote>(creditDraft(id), { reason: '' }, () =>
    t.drafts.credit(isolated(invoice.reg_number)),
  );
  const set = (next: Partial<TypedNote>) => draft.set({ ...draft.value, ...next });
  const typed = lost ?? draft.value;
  const { amount = String(most), quantities, reason } = typed;
  const total = quantities ? creditedTotal(invoice, quantities) : Number(amount);
  const [asked, setAsked] = useState(false);
  const action = useAction();
  const { error, run } = action;
  const isLost = lost !== undefined;

  const noteOf = ({ amount, quantities, reason }: TypedNote) => ({
    reason: reason.trim(),
    ...(quantities ? { items: creditedLines(invoice, quantities) } : { amount: Number(amount) }),
  });
  const make = () =>
    run(async () => {
      const note = unwrap(
        await create({ ...typed, amount }, (given, headers) =>
          hospital.POST('/invoice/{id}/credit-note', { params: { path: { id } }, body: noteOf(given), headers }),
        ),
      );
      draft.clear();
      say(t.credit.made(note.reg_number, formatMoney(note.amount)));
      onClose();
      onMade();
    });

  return (
    <Dialog title={t.credit.makeTitle} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (total > 0) make();
          else setAsked(true);
        }}
      >
        {!isLost && <Restored of={draft} />}
        <fieldset class="whole" disabled={isLost}>
          {invoice.items.length > 0 && (
            <Select
              label={t.credit.what}
              {...(quantities && { hint: t.credit.linesHint })}
              value={quantities ? 'lines' : 'amount'}
              onChange={(what) => set({ quantities: what === 'lines' ? {} : undefined })}
              options={[
                { value: 'amount', text: t.credit.byAmount },
                { value: 'lines', text: t.credit.byLines },
              ]}
            />
          )}
          {quantities ? (
            <CreditedLines invoice={invoice} quantities={quantities} onChange={(next) => set({ quantities: next })} />
          ) : (
            <MoneyField
              label={t.credit.amount}
              hint={t.credit.amountHint(formatMoney(most), invoice.taxes !== undefined)}
              required
              min={10 ** -session().settings.currency_decimals}
              max={isLost ? undefined : most}
              value={amount}
              error={faultOf(error, 'amount')}
              onChange={(amount) => set({ amount })}
            />
          )}
          <TextArea
            label={t.credit.reason}
            hint={t.credit.reasonHint}
            required
            maxLength={4000}
            value={reason}
            error={faultOf(error, 'reason')}
            onInput={(event) => set({ reason: event.currentTarget.value })}
          />
        </fieldset>
        <FormEnd
          {...{ draft, action, isLost }}
          back={onClose}
          submit={t.credit.submit(formatMoney(total))}
          fault={asked && quantities && total === 0 ? t.credit.noLines : undefined}
        />
      </form>
    </Dialog>
  );
}
