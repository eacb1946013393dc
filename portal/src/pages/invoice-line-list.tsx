import { isSame } from '../drafts';
import { faultOf } from '../errors';
import { t } from '../i18n';
import { may } from '../session';
import { Button } from '../ui/button';
import { AddLine } from './invoice-add-line';
import type { TypedBill } from './invoice-bill';
import { isDiscounted, isTaxed, type Line, LineFields, LineHeads } from './invoice-lines';

interface Props {
  typed: TypedBill;
  /** what each line comes to */
  nets: readonly (number | undefined)[];
  /** the line that an item of the price list replaces */
  fee: Line | undefined;
  error: unknown;
  onChange: (next: Partial<TypedBill>) => void;
}

/** The lines of an invoice below one head, and what adds to them. */
export function LineList({ typed: { lines, discounted, taxed }, nets, fee, error, onChange }: Props) {
  const isSuggested = (line: Line) => may('catalog:read') && isSame(line, fee);
  const add = (line: Line) =>
    onChange({
      lines: [
        ...(line.catalog_id ? lines.filter((one) => !isSuggested(one)) : lines),
        { ...line, key: Math.max(-1, ...lines.map(({ key }) => key)) + 1 },
      ],
      discounted: discounted || isDiscounted(line),
      taxed: taxed || isTaxed(line),
    });
  return (
    <>
      {lines.length === 0 && <p class="muted">{t.invoice.noLines}</p>}
      <div class="in-rows" style={{ '--numbers': 2 + (discounted ? 2 : 0) + (taxed ? 1 : 0) }}>
        {lines.length > 0 && <LineHeads discounted={discounted} taxed={taxed} />}
        {lines.map((line, i) => (
          <LineFields
            key={line.key}
            line={line}
            {...(isSuggested(line) && { hint: t.invoice.feeHint })}
            number={i + 1}
            net={nets[i]}
            discounted={discounted}
            taxed={taxed}
            error={(field) => faultOf(error, `items.${i}.${field}`)}
            onChange={(next) =>
              onChange({ lines: lines.map((each) => (each.key === line.key ? { ...each, ...next } : each)) })
            }
            onRemove={() => onChange({ lines: lines.filter(({ key }) => key !== line.key) })}
          />
        ))}
      </div>
      <AddLine onAdd={add}>
        {!discounted && lines.length > 0 && (
          <Button look="quiet" onClick={() => onChange({ discounted: true })}>
            {t.invoice.addDiscount}
          </Button>
        )}
        {!taxed && lines.length > 0 && (
          <Button look="quiet" onClick={() => onChange({ taxed: true })}>
            {t.invoice.addTax}
          </Button>
        )}
      </AddLine>
    </>
  );
}
