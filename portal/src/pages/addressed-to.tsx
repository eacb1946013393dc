import type { Schema } from 'hospital-service-client';
import { nameOf } from '../format';
import { useLoad } from '../hooks';
import { t } from '../i18n';
import { loadRecord } from '../records';
import { linkTo } from '../router';
import { may } from '../session';
import { type Payer, PayerText } from './payer';

type Address = Schema<'Address'>;

/** As on an envelope. */
const linesOf = ({ street, postal_code, city, state, country }: Address): string[] =>
  [street, [postal_code, city].filter(Boolean).join(' '), state, country].filter((line): line is string =>
    Boolean(line),
  );

/** Where a patient lives. Of a record that was deleted or merged since, nothing is known: the bill is still theirs. */
function useAddress(patient: string): readonly string[] {
  const found = useLoad(
    async (signal) => (may('patient:read') ? (await loadRecord(patient, signal)).addresses : []),
    [patient],
  );
  const [first] = found.data ?? [];
  return first ? linesOf(first) : [];
}

interface Props {
  /** the record, and the names on the document */
  id: string;
  patient: Schema<'BriefPerson'>;
  /** who pays in their stead */
  payer: Payer | undefined;
  label?: string;
}

/** Whom a document is for, as an address. */
export function AddressedTo({ id, patient, payer, label = t.payer.billTo }: Props) {
  const address = useAddress(id);
  return (
    <address>
      <span class="muted">{label}</span>
      {payer && <PayerText payer={payer} />}
      {payer && <span class="muted">{t.invoice.patient}</span>}
      <span>
        <a href={linkTo(`/patients/${id}`)}>
          <bdi>{nameOf(patient)}</bdi>
        </a>{' '}
        <bdi class="muted unbroken">{patient.reg_number}</bdi>
      </span>
      {address.map((line, i) => (
        <span key={i}>
          <bdi>{line}</bdi>
        </span>
      ))}
    </address>
  );
}
