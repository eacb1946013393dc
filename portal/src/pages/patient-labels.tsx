import { pageOf } from 'hospital-service-client';
import { useState } from 'preact/hooks';
import { isOff } from '../appointments';
import { addDays, formatMoment, formatNumber, isolated, joined, nameOf, today } from '../format';
import { useLoad } from '../hooks';
import { t } from '../i18n';
import { formatBorn, genderText } from '../people';
import { openRecord } from '../records';
import { linkTo } from '../router';
import { hospital, may } from '../session';
import { Input, Select } from '../ui/field';
import { Loading } from '../ui/status';
import type { PageProps } from './index';
import type { Patient } from './patient';
import { NumberCode, PatientName } from './patient-card';
import { PrintBar } from './print-bar';
import './patient-card.css';

/** Width and height of a label, by the names that the style sheet has for it: of label printers, and of a sheet for those who have none. */
const SIZES = { small: [62, 29], large: [89, 36], 'on-sheet': [70, 37] } as const;
const ON_SHEET = 24;
type Size = keyof typeof SIZES;
const NAMES = Object.keys(SIZES) as Size[];

const MOST = 4 * ON_SHEET;

/** The next visit of today, which is what tubes and forms are labelled for. */
async function loadVisit(patient: string, signal: AbortSignal) {
  if (!may('appointment:read')) return undefined;
  const query = { patient_id: patient, from: today(), to: addDays(today(), 1), view: 'full' as const };
  const { items } = pageOf(await hospital.GET('/calendar/appointments/', { params: { query }, signal }));
  return items.find(({ status }) => !isOff(status));
}

/** Labels for a patient's papers and tubes. */
export function PatientLabels({ params: { id = '' } }: PageProps) {
  const [size, setSize] = useState<Size>('small');
  const [typed, setTyped] = useState('1');
  const loaded = useLoad(
    async (signal) => {
      const [{ patient }, visit] = await Promise.all([openRecord(id, signal), loadVisit(id, signal)]);
      return { patient, visit };
    },
    [id],
  );
  if (!loaded.data) return <Loading page of={loaded} />;
  const { patient, visit } = loaded.data;
  const count = Math.min(Math.max(Math.floor(Number(typed)) || 1, 1), MOST);
  const about = visit && joined([formatMoment(visit.schedule), nameOf(visit.doctor), visit.department.name]);
  return (
    <>
      <PrintBar href={linkTo(`/patients/${id}`)} text={t.print.toPatient} />
      <h1>{t.print.labels}</h1>
      <div class="filters">
        <Select
          label={t.print.size}
          value={size}
          onChange={(value) => setSize(NAMES.find((name) => name === value) ?? 'small')}
          options={NAMES.map((value) => ({ value, text: sizeText(value) }))}
        />
        <Input
          label={t.print.copies}
          type="number"
          min={1}
          max={MOST}
          value={typed}
          onInput={({ currentTarget }) => setTyped(currentTarget.value)}
        />
      </div>
      <div class={`labels ${size}`}>
        {Array.from({ length: count }, (_, i) => (
          <Label key={i} patient={patient} visit={about} />
        ))}
      </div>
    </>
  );
}

function sizeText(name: Size): string {
  const size = isolated(SIZES[name].map(formatNumber).join(' × '));
  return name === 'on-sheet' ? t.print.sheet(formatNumber(ON_SHEET), size) : t.print.millimetres(size);
}

function Label({ patient, visit }: { patient: Patient; visit: string | undefined }) {
  const { reg_number, gender } = patient;
  return (
    <article class="label" aria-label={reg_number}>
      <PatientName patient={patient} />
      <p>{joined([patient.dob && t.print.born(formatBorn(patient)), genderText(gender)])}</p>
      {visit && <p>{visit}</p>}
      <NumberCode number={reg_number} />
    </article>
  );
}
