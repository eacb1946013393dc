import { joined, nameOf } from '../format';
import { useLoad } from '../hooks';
import { t } from '../i18n';
import { bloodGroupText, formatBorn, genderText } from '../people';
import { openRecord } from '../records';
import { linkTo } from '../router';
import { session } from '../session';
import { Barcode } from '../ui/barcode';
import { Loading } from '../ui/status';
import type { PageProps } from './index';
import type { Patient } from './patient';
import { PrintBar } from './print-bar';
import './patient-card.css';

/** What patients carry with them, of the size of a bank card: a scanner finds their record by it. */
export function PatientCard({ params: { id = '' } }: PageProps) {
  const loaded = useLoad((signal) => openRecord(id, signal), [id]);
  if (!loaded.data) return <Loading page of={loaded} />;
  const { patient } = loaded.data;
  return (
    <>
      <PrintBar href={linkTo(`/patients/${id}`)} text={t.print.toPatient} />
      <h1 class="for-readers">{t.print.cardOf}</h1>
      <Card patient={patient} />
    </>
  );
}

function Card({ patient }: { patient: Patient }) {
  const { reg_number, gender, blood_group, allergies } = patient;
  const substances = allergies?.flatMap(({ substance }) => substance ?? []) ?? [];
  return (
    <article class="patient-card">
      <p class="from">
        <bdi>{session().settings.hospital_name ?? t.portal}</bdi>
      </p>
      <PatientName patient={patient} />
      <p>{joined([patient.dob && t.print.born(formatBorn(patient)), genderText(gender)])}</p>
      {blood_group !== 'NOT_SET' && (
        <p>
          {t.patient.bloodGroup} {bloodGroupText(blood_group)}
        </p>
      )}
      {substances.length > 0 && (
        <p class="allergies">
          {t.history.allergies}: {joined(substances)}
        </p>
      )}
      <NumberCode number={reg_number} />
    </article>
  );
}

/** As large as it has room for. */
export function PatientName({ patient }: { patient: Patient }) {
  const name = nameOf(patient);
  const look = name.length > 60 ? 'tiny' : name.length > 26 ? 'small' : '';
  return (
    <p class={`name ${look}`}>
      <bdi>{name}</bdi>
    </p>
  );
}

/** For scanners, and for people below it. */
export function NumberCode({ number }: { number: string }) {
  return (
    <>
      <Barcode text={number} />
      <p class="number">
        <bdi>{number}</bdi>
      </p>
    </>
  );
}
