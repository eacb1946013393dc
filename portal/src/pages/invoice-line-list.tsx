import { isSame } from '../drafts';
import { faultOf } from '../errors';
import { t } from '../i18n';
import { may } from '../session';
import { doctorText, namedDoctor, type Staff, toldApart, useStaff } from '../staff';
import { Button } from '../ui/button';
import type { Option } from '../ui/field';
import { Loading } from '../ui/status';
import { AddLine } from './invoice-add-line';
import type { TypedBill } from './invoice-bill';
import { isAttributed, isDiscounted, isTaxed, type Line, LineFields, LineHeads } from './invoice-lines';

interface Props {
  typed: TypedBill;
  /** of the visit */
  doctor: string | undefined;
  /** what each line comes to */
  nets: readonly (number | undefined)[];
  /** the line that an item of the price list replaces */
  fee: Line | undefined;
  error: unknown;
  onChange: (next: Partial<TypedBill>) => void;
}

/** The lines of an invoice below one head, and what adds to them. */
export function LineList({ typed, doctor, nets, fee, error, onChange }: Props) {
  const { lines, discounted, taxed } = typed;
  const attributed = typed.attributed && may('doctor:read');
  const staff = useStaff(attributed);
  const isSuggested = (line: Line) => may('catalog:read') && isSame(line, fee);
  function add(given: Line) {
    const key = Math.max(-1, ...lines.map((one) => one.key)) + 1;
    const isFormer = staff.data?.doctors.every(({ id }) => id !== doctor);
    const line = { ...given, key, doctor_id: (!isFormer && doctor) || '' };
    onChange({
      lines: [...(line.catalog_id ? lines.filter((one) => !isSuggested(one)) : lines), line],
      discounted: discounted || isDiscounted(line),
      taxed: taxed || isTaxed(line),
      attributed: typed.attributed || isAttributed(line),
    });
  }
  return (
    <>
      {lines.length === 0 && <p class="muted">{t.invoice.noLines}</p>}
      {staff.error !== undefined && <Loading of={staff} />}
      <div
        class={attributed ? 'in-rows attributed' : 'in-rows'}
        style={{ '--numbers': 2 + (discounted ? 2 : 0) + (taxed ? 1 : 0) }}
      >
        {lines.length > 0 && <LineHeads discounted={discounted} taxed={taxed} attributed={attributed} />}
        {lines.map((line, i) => (
          <LineFields
            key={line.key}
            line={line}
            {...(isSuggested(line) && { hint: t.invoice.feeHint })}
            doctors={attributed ? doctorsFor(line, staff.data) : undefined}
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
        {!attributed && lines.length > 0 && may('doctor:read') && (
          <Button look="quiet" onClick={() => onChange({ attributed: true })}>
            {t.invoice.addDoctor}
          </Button>
        )}
      </AddLine>
    </>
  );
}

/** Nobody, all doctors by name, and who did it although they are there no more. */
function doctorsFor({ doctor_id }: Line, staff: Staff | undefined): Option[] {
  const doctors = staff?.doctors ?? [];
  const names = toldApart(doctors, namedDoctor);
  return [
    { value: '', text: t.invoice.nobody },
    ...doctors.map(({ id }, i) => ({ value: id, text: names[i] ?? '' })),
    ...(doctor_id && doctors.every(({ id }) => id !== doctor_id)
      ? [{ value: doctor_id, text: doctorText(doctor_id, staff) }]
      : []),
  ];
}
