import { pageOf } from 'hospital-service-client';
import { useState } from 'preact/hooks';
import { type Appointment, statusLook, statusText } from '../appointments';
import { formatMoment, nameOf, now } from '../format';
import { useLoad } from '../hooks';
import { t } from '../i18n';
import { hospital } from '../session';
import { Button } from '../ui/button';
import { Loading } from '../ui/status';
import { AppointmentDialog } from './appointment';
import './calendar.css';
import './calendar-entry.css';

const SHOWN = 5;

/** A patient's appointments: the next ones first, and before them the last ones. */
export function AppointmentsSection({ patient }: { patient: string }) {
  const [opened, setOpened] = useState<string>();
  const [changes, setChanges] = useState(0);
  // One moment for both lists, so that no appointment is in both or in neither.
  const [since] = useState(now);
  const common = { patient, since, changes, onOpen: setOpened };
  return (
    <section class="card wide">
      <h2>{t.patient.appointments}</h2>
      <div class="columns">
        <List title={t.patient.coming} empty={t.patient.noneComing} which="coming" {...common} />
        <List title={t.patient.past} empty={t.patient.nonePast} which="past" {...common} />
      </div>
      {opened && (
        <AppointmentDialog
          id={opened}
          onClose={() => setOpened(undefined)}
          onChanged={() => setChanges((last) => last + 1)}
        />
      )}
    </section>
  );
}

interface ListProps {
  title: string;
  empty: string;
  which: 'coming' | 'past';
  patient: string;
  since: string;
  changes: number;
  onOpen: (id: string) => void;
}

function List({ title, empty, which, patient, since, changes, onOpen }: ListProps) {
  const [limit, setLimit] = useState(SHOWN);
  const page = useLoad(
    async (signal) => {
      const part = which === 'coming' ? { from: since } : { to: since, order_by: '-schedule' as const };
      const query = { patient_id: patient, view: 'full' as const, limit, ...part };
      return pageOf(await hospital.GET('/calendar/appointments/', { params: { query }, signal }));
    },
    [patient, limit, changes],
  );
  return (
    <section class="list">
      <h3>{title}</h3>
      <Loading of={page} />
      {page.data?.items.length === 0 && <p class="muted">{empty}</p>}
      <ul class="plain">
        {page.data?.items.map((appointment) => (
          <li key={appointment.id}>
            <Row appointment={appointment} onOpen={onOpen} />
          </li>
        ))}
      </ul>
      {page.data?.next && <p class="print-only">{t.print.goesOn}</p>}
      {page.data?.next && <Button onClick={() => setLimit(limit * 4)}>{t.patient.more}</Button>}
    </section>
  );
}

function Row({ appointment, onOpen }: { appointment: Appointment; onOpen: (id: string) => void }) {
  const { id, schedule, status, doctor, department } = appointment;
  return (
    <button type="button" class={`entry ${statusLook(status)}`} onClick={() => onOpen(id)}>
      <span class="when">{formatMoment(schedule)}</span>
      <span class="where">
        <bdi>{doctor && nameOf(doctor)}</bdi> · <bdi>{department?.name}</bdi>
      </span>
      <span class={`badge ${statusLook(status)}`}>{statusText(status)}</span>
    </button>
  );
}
