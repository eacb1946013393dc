import type { ComponentChildren } from 'preact';
import type { Action } from '../actions';
import { isSame, Restored, useDraft } from '../drafts';
import { faultOf, hasCode, messageOf } from '../errors';
import { formatMoney } from '../format';
import { t } from '../i18n';
import { totalsOf } from '../money';
import { may, session } from '../session';
import { Button } from '../ui/button';
import { DateField } from '../ui/date-field';
import { Checkbox, Input } from '../ui/field';
import { FormEnd } from '../ui/form-end';
import { Meanwhile } from '../ui/meanwhile';
import { Alert } from '../ui/status';
import { AddLine } from './invoice-add-line';
import { type Bill, billOf, discountOf, type TypedBill } from './invoice-bill';
import { amountsOf, isTaxed, type Line, LineFields } from './invoice-lines';
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
  const initial: TypedBill = {
    lines: fee ? [fee] : given.lines,
    percent: given.discountPercent,
    amount: given.discountAmount,
    due: given.dueDate,
    payer: given.payer && typedOf(given.payer),
    // Once there they stay, so that no field goes while somebody types in it. Who needs no tax sees none of it.
    taxed: given.lines.some(isTaxed),
    included: given.taxIncluded ?? isUsual,
  };
  const draft = useDraft(draftKey, initial, draftTitle, { version });
  const { lines, percent, amount, due, payer, taxed, included } = draft.value;
  const set = (next: Partial<TypedBill>) => draft.set({ ...draft.value, ...next });
  const isSuggested = (line: Line) => may('catalog:read') && isSame(line, fee);
  const { busy, error, run, reset } = action;
  const isOutdated = draft.isStale || hasCode(error, 'outdated');

  const whole = { ...discountOf(draft.value), tax_included: included };
  const totals = totalsOf(lines.map(amountsOf), whole, currency_decimals);
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
      {!isOutdated && !isLost && error !== undefined && <Alert>{messageOf(error)}</Alert>}
      <fieldset class="whole" disabled={isLost}>
        {lines.length === 0 && <p class="muted">{t.invoice.noLines}</p>}
        {lines.map((line, i) => (
          <LineFields
            key={line.key}
            line={line}
            {...(isSuggested(line) && { hint: t.invoice.feeHint })}
            number={i + 1}
            net={totals.nets[i]}
            taxed={taxed}
            error={(field) => faultOf(error, `items.${i}.${field}`)}
            onChange={(next) =>
              set({ lines: lines.map((each) => (each.key === line.key ? { ...each, ...next } : each)) })
            }
            onRemove={() => set({ lines: lines.filter(({ key }) => key !== line.key) })}
          />
        ))}
        <AddLine
          onAdd={(line) =>
            set({
              lines: [
                ...(line.catalog_id ? lines.filter((one) => !isSuggested(one)) : lines),
                { ...line, key: Math.max(-1, ...lines.map(({ key }) => key)) + 1 },
              ],
              taxed: taxed || isTaxed(line),
            })
          }
        >
          {!taxed && lines.length > 0 && (
            <Button look="quiet" onClick={() => set({ taxed: true })}>
              {t.invoice.addTax}
            </Button>
          )}
        </AddLine>
        {taxed && (
          <Checkbox label={t.invoice.taxIncluded} checked={included} onChange={(included) => set({ included })} />
        )}
        <div class="columns">
          <Input
            label={`${t.invoice.wholeDiscount} (%)`}
            type="number"
            min="0"
            max="100"
            step="any"
            value={percent}
            error={faultOf(error, 'discount_percent')}
            onInput={(event) => set({ percent: event.currentTarget.value })}
          />
          <Input
            label={`${t.invoice.wholeDiscount} (${currency})`}
            type="number"
            min="0"
            step={10 ** -currency_decimals}
            value={amount}
            error={faultOf(error, 'discount_amount')}
            onInput={(event) => set({ amount: event.currentTarget.value })}
          />
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
      {isLost && (
        <Alert>
          {t.lost.unknown} {error !== undefined && messageOf(error)}
        </Alert>
      )}
      <FormEnd
        draft={draft}
        back={back}
        submit={isOutdated ? t.meanwhile.saveMine : isLost ? t.lost.findOut : t.invoice.save}
        busy={busy}
      />
    </form>
  );
}
