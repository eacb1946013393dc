import { t } from '../i18n';
import { Select } from '../ui/field';
import { NOBODY, type Payer, PayerFields, payerOf, type TypedPayer } from './payer';

/** Who pays: the patient, to whom the bill goes, or somebody else, who is typed. */
export type PaidBy = 'patient' | 'billed' | TypedPayer;

interface Props {
  /** to whom the bill goes, if that is not the patient */
  billed: Payer | undefined;
  paidBy: PaidBy;
  error: (field: string) => string | undefined;
  onChange: (paidBy: PaidBy) => void;
}

export function PaidByField({ billed, paidBy, error, onChange }: Props) {
  const choices = {
    patient: () => onChange('patient'),
    billed: () => onChange('billed'),
    another: () => onChange(NOBODY),
  };
  const options = [
    { value: 'patient', text: t.payer.patient },
    ...(billed ? [{ value: 'billed', text: billed.name }] : []),
    { value: 'another', text: t.payer.someoneElse },
  ];
  return (
    <>
      <Select
        label={t.payer.paidBy}
        value={typeof paidBy === 'string' ? paidBy : 'another'}
        options={options}
        onChange={(value) => choices[value as keyof typeof choices]()}
      />
      {typeof paidBy === 'object' && <PayerFields payer={paidBy} error={error} onChange={onChange} />}
    </>
  );
}

/** What a payment says of it. */
export function payerOfPayment(paidBy: PaidBy, billed: Payer | undefined): Payer | null {
  if (paidBy === 'billed') return billed ?? null;
  return paidBy === 'patient' ? null : payerOf(paidBy);
}
