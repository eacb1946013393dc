import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { Action } from '../actions';
import { faultOf, messageOf } from '../errors';
import { formatMoney } from '../format';
import { t } from '../i18n';
import { type LineAmounts, totalsOf } from '../money';
import { session } from '../session';
import { Button } from '../ui/button';
import { Checkbox, Input } from '../ui/field';
import { Alert } from '../ui/status';
import { AddLine } from './invoice-add-line';
import { amountsOf, isTaxed, type Line, LineFields } from './invoice-lines';
import { TaxRows } from './invoice-sums';
import { BillTo, type Payer, payerOf, typedOf } from './payer';
import './invoice.css';

export interface Bill {
  items: (Pick<Line, 'catalog_id' | 'code' | 'name'> & LineAmounts)[];
  discount_percent: number;
  discount_amount: number;
  due_date: string | null;
  /** null: the patient */
  payer: Payer | null;
  /** left out where no line has a tax */
  tax_included?: boolean;
}

interface Props {
  patient: string;
  /** what it is for, if it is for one */
  visit: string | null;
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
  /** what somebody else has made of it, if they have */
  meanwhile?: ComponentChildren;
  onSave: (bill: Bill) => Promise<void>;
  back: string;
}

/** Lines, discounts and payer of a draft. What it comes to is shown while one types; what counts is the service's answer. */
export function InvoiceForm({ patient, visit, isLost = false, action, meanwhile, onSave, back, ...given }: Props) {
  const [lines, setLines] = useState(given.lines);
  const [percent, setPercent] = useState(given.discountPercent);
  const [amount, setAmount] = useState(given.discountAmount);
  const [due, setDue] = useState(given.dueDate);
  const [payer, setPayer] = useState(given.payer && typedOf(given.payer));
  const { currency, currency_decimals, tax_included: isUsual = false } = session().settings;
  // Once there they stay, so that no field goes while somebody types in it. Who needs no tax sees none of it.
  const [taxed, setTaxed] = useState(lines.some(isTaxed));
  const [included, setIncluded] = useState(given.taxIncluded ?? isUsual);
  const { busy, error, run } = action;

  const discount = { discount_percent: Number(percent), discount_amount: Number(amount) };
  const totals = totalsOf(lines.map(amountsOf), { ...discount, tax_included: included }, currency_decimals);
  const save = () =>
    run(() =>
      onSave({
        items: lines.map((line) => ({
          catalog_id: line.catalog_id,
          code: line.code,
          name: line.name,
          ...amountsOf(line),
        })),
        ...discount,
        due_date: due || null,
        payer: payer && payerOf(payer),
        ...(taxed && { tax_included: included }),
      }),
    );

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
      {meanwhile}
      {!meanwhile && !isLost && error !== undefined && <Alert>{messageOf(error)}</Alert>}
      <fieldset class="whole" disabled={isLost}>
        {lines.length === 0 && <p class="muted">{t.invoice.noLines}</p>}
        {lines.map((line, i) => (
          <LineFields
            key={line.key}
            line={line}
            number={i + 1}
            net={totals.nets[i]}
            taxed={taxed}
            error={(field) => faultOf(error, `items.${i}.${field}`)}
            onChange={(next) => setLines(lines.map((each) => (each.key === line.key ? { ...each, ...next } : each)))}
            onRemove={() => setLines(lines.filter(({ key }) => key !== line.key))}
          />
        ))}
        <AddLine
          onAdd={(line) => {
            setLines([...lines, line]);
            if (isTaxed(line)) setTaxed(true);
          }}
        >
          {!taxed && lines.length > 0 && (
            <Button look="quiet" onClick={() => setTaxed(true)}>
              {t.invoice.addTax}
            </Button>
          )}
        </AddLine>
        {taxed && <Checkbox label={t.invoice.taxIncluded} checked={included} onChange={setIncluded} />}
        <div class="columns">
          <Input
            label={`${t.invoice.wholeDiscount} (%)`}
            type="number"
            min="0"
            max="100"
            step="any"
            value={percent}
            error={faultOf(error, 'discount_percent')}
            onInput={(event) => setPercent(event.currentTarget.value)}
          />
          <Input
            label={`${t.invoice.wholeDiscount} (${currency})`}
            type="number"
            min="0"
            step={10 ** -currency_decimals}
            value={amount}
            error={faultOf(error, 'discount_amount')}
            onInput={(event) => setAmount(event.currentTarget.value)}
          />
          <Input
            label={t.invoice.due}
            type="date"
            // What is stored may stay.
            min={given.dueDate && given.dueDate < given.issued ? given.dueDate : given.issued}
            value={due}
            onInput={(event) => setDue(event.currentTarget.value)}
          />
        </div>
        <BillTo payer={payer} error={(field) => faultOf(error, `payer.${field}`)} onChange={setPayer} />
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
      <div class="row end">
        <a class="button" href={back}>
          {t.cancel}
        </a>
        <Button type="submit" look="primary" busy={busy}>
          {meanwhile ? t.meanwhile.saveMine : isLost ? t.lost.findOut : t.invoice.save}
        </Button>
      </div>
    </form>
  );
}
