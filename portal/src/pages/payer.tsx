import type { Schema } from 'hospital-service-client';
import { t } from '../i18n';
import { Button } from '../ui/button';
import { Input, Select } from '../ui/field';

export type Payer = Schema<'Payer'>;

/** A payer as it is typed. */
export type TypedPayer = { [Field in keyof Payer]: string };

/** What the portal offers. Others may come from elsewhere: the service takes any word. */
const KINDS = ['insurance', 'employer', 'relative', 'other'] as const;
export const NOBODY: TypedPayer = { name: '', kind: KINDS[0], member_number: '', tax_id: '' };

const kindText = (kind: string): string => (t.payer.kinds as Record<string, string>)[kind] ?? kind;

export const typedOf = (payer: Payer): TypedPayer => ({
  ...payer,
  member_number: payer.member_number ?? '',
  tax_id: payer.tax_id ?? '',
});

export const payerOf = ({ name, kind, member_number, tax_id }: TypedPayer): Payer => ({
  name: name.trim(),
  kind,
  member_number: member_number.trim() || null,
  tax_id: tax_id.trim() || null,
});

/** A payer as it is read and printed. */
export function PayerText({ payer: { name, kind, member_number, tax_id } }: { payer: Payer }) {
  return (
    <>
      <bdi>{name}</bdi> <span class="muted">({kindText(kind)})</span>
      {member_number && (
        <div>
          {t.payer.memberNumber} <bdi>{member_number}</bdi>
        </div>
      )}
      {tax_id && (
        <div>
          {t.invoice.taxId} <bdi>{tax_id}</bdi>
        </div>
      )}
    </>
  );
}

interface FieldsProps {
  payer: TypedPayer;
  error: (field: string) => string | undefined;
  onChange: (payer: TypedPayer) => void;
}

export function PayerFields({ payer, error, onChange }: FieldsProps) {
  const field = (name: keyof Payer) => ({
    value: payer[name],
    maxLength: 200,
    error: error(name),
    onInput: ({ currentTarget: { value } }: { currentTarget: HTMLInputElement }) =>
      onChange({ ...payer, [name]: value }),
  });
  return (
    <div class="columns">
      <Input label={t.payer.name} required {...field('name')} />
      <Select
        label={t.payer.kind}
        value={payer.kind}
        error={error('kind')}
        onChange={(kind) => onChange({ ...payer, kind })}
        options={[...new Set([...KINDS, payer.kind])].map((value) => ({ value, text: kindText(value) }))}
      />
      <Input label={t.payer.memberNumber} {...field('member_number')} />
      <Input label={t.invoice.taxId} {...field('tax_id')} />
    </div>
  );
}

interface PayerProps extends Omit<FieldsProps, 'payer' | 'onChange'> {
  /** null: the patient */
  payer: TypedPayer | null;
  onChange: (payer: TypedPayer | null) => void;
}

/** To whom a bill goes: most people pay themselves, and see no fields. */
export function BillTo({ payer, error, onChange }: PayerProps) {
  return (
    <section class="bill-to whole" aria-label={t.payer.billTo}>
      <p class="row">
        <span class="muted">{t.payer.billTo}</span>
        {!payer && <span>{t.payer.patient}</span>}
        <Button onClick={() => onChange(payer ? null : NOBODY)}>{payer ? t.payer.none : t.payer.another}</Button>
      </p>
      {payer && <PayerFields payer={payer} error={error} onChange={onChange} />}
    </section>
  );
}
