import type { ComponentChildren } from 'preact';
import type { Action } from '../actions';
import { Restored, useDraft } from '../drafts';
import { faultOf, hasCode } from '../errors';
import { formatMoney } from '../format';
import { t } from '../i18n';
import { totalsOf } from '../money';
import { session } from '../session';
import { DateField } from '../ui/date-field';
import { Checkbox } from '../ui/field';
import { FormEnd } from '../ui/form-end';
import { Meanwhile } from '../ui/meanwhile';
import { MoneyField, PercentField } from '../ui/number-field';
import { type Bill, billOf, discountOf, type TypedBill } from './invoice-bill';
import { LineList } from './invoice-line-list';
import { amountsOf, isAttributed, isDiscounted, isTaxed, type Line } from './invoice-lines';
import { TaxRows } from './invoice-sums';
import { BillTo, type Payer, typedOf } from './payer';
import './invoice.css';

interface Props {
  /** names the draft of the form */
  draftKey: string;
  /** of the form, for the list of what is not saved */
  draftTitle: () => string;
  /** of the invoice as it is stored; none of a new one */
  version?: string;
  patient: string;
  /** what it is for, if it is for one */
  visit: string | null;
  /** who did what is on it, unless a line says otherwise */
  doctor: string | undefined;
  /** what it begins with, until an item of the price list takes its place */
  fee?: Line | undefined;
  lines: readonly Line[];
  discountPercent: string;
  discountAmount: string;
  /** the day of issue, before which nothing is due */
  issued: string;
  dueDate: string;
  payer: Payer | null;
  /** whether prices have the tax in them, where that is known */
  taxIncluded: boolean | undefined;
  /** was sent as it is, and no answer came: nothing can change until it is known what became of it */
  isLost?: boolean;
  action: Action;
  /** what somebody else has made of it */
  stored?: ComponentChildren;
  onSave: (bill: Bill) => Promise<void>;
  back: string;
}

/** Lines, discounts and payer of a draft. What it comes to is shown while one types; what counts is the service's answer. */
export function InvoiceForm({ patient, visit, isLost = false, action, stored, fee, onSave, back, ...given }: Props) {
  const { currency, currency_decimals, tax_included: isUsual = false } = session().settings;
  const { draftKey, draftTitle, version } = given;
  const first = fee ? [fee] : given.lines;
  const whole = { discount_percent: given.discountPercent, discount_amount: given.discountAmount };
  const initial: TypedBill = {
    lines: first,
    percent: given.discountPercent,
    amount: given.discountAmount,
    due: given.dueDate,
    payer: given.payer && typedOf(given.payer),
    // Once there they stay, so that no field goes while somebody types in it. Who needs none sees none.
    discounted: [whole, ...first].some(isDiscounted),
    taxed: first.some(isTaxed),
    attributed: first.some(isAttributed),
    included: given.taxIncluded ?? isUsual,
  };
  const draft = useDraft(draftKey, initial, draftTitle, { version });
  const { lines, percent, amount, due, payer, discounted, taxed, included } = draft.value;
  const set = (next: Partial<TypedBill>) => draft.set({ ...draft.value, ...next });
  const { error, run, reset } = action;
  const isOutdated = draft.isStale || hasCode(error, 'outdated');

  const terms = { ...discountOf(draft.value), tax_included: included };
  const totals = totalsOf(lines.map(amountsOf), terms, currency_decimals);
  const save = () =>
    run(async () => {
      await onSave(billOf(draft.value));
      draft.clear();
    });
  function takeStored() {
    draft.clear();
    reset();
  }

  return (
    <form
      class="card"
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <p>
        <span class="muted">{t.invoice.patient}</span>{' '}
        <bdi>
          <strong>{patient}</strong>
        </bdi>
      </p>
      {visit && (
        <p>
          <span class="muted">{t.billing.visit}</span> {visit}
        </p>
      )}
      {!isLost && <Restored of={draft} />}
      {isOutdated && (
        <Meanwhile onTake={takeStored}>
          {stored}
          <p>{t.meanwhile.replaces}</p>
        </Meanwhile>
      )}
      <fieldset class="whole" disabled={isLost}>
        <LineList typed={draft.value} doctor={given.doctor} nets={totals.nets} fee={fee} error={error} onChange={set} />
        {taxed && (
          <Checkbox label={t.invoice.taxIncluded} checked={included} onChange={(included) => set({ included })} />
        )}
        <div class="filters terms">
          {discounted && (
            <>
              <PercentField
                label={`${t.invoice.wholeDiscount} (%)`}
                value={percent}
                error={faultOf(error, 'discount_percent')}
                onChange={(percent) => set({ percent })}
              />
              <MoneyField
                label={`${t.invoice.wholeDiscount} (${currency})`}
                value={amount}
                error={faultOf(error, 'discount_amount')}
                onChange={(amount) => set({ amount })}
              />
            </>
          )}
          <DateField
            label={t.invoice.due}
            // What is stored may stay.
            min={given.dueDate && given.dueDate < given.issued ? given.dueDate : given.issued}
            value={due}
            onChange={(due) => set({ due })}
          />
        </div>
        <BillTo
          payer={payer}
          error={(field) => faultOf(error, `payer.${field}`)}
          onChange={(payer) => set({ payer })}
        />
      </fieldset>
      <dl class="sums" aria-live="polite">
        <dt>{t.invoice.subtotal}</dt>
        <dd>{formatMoney(totals.subtotal)}</dd>
        {!included && <TaxRows taxes={totals.taxes} included={false} />}
        <dt class="total">{t.invoice.total}</dt>
        <dd class="total">{totals.total === undefined ? t.invoice.tooLarge : formatMoney(totals.total)}</dd>
        {included && <TaxRows taxes={totals.taxes} included />}
      </dl>
      <FormEnd
        {...{ draft, action, back, isLost, isOutdated }}
        submit={isOutdated ? t.meanwhile.saveMine : t.invoice.save}
      />
    </form>
  );
}
