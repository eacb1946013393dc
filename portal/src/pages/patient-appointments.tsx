import { pageOf } from 'hospital-service-client';
import { useState } from 'preact/hooks';
import { type Appointment, isOpen, statusLook, statusText } from '../appointments';
import { formatMoment, nameOf, today } from '../format';
import { type Loaded, useLoad } from '../hooks';
import { t } from '../i18n';
import { hospital } from '../session';
import { Button } from '../ui/button';
import { Loading } from '../ui/status';
import { AppointmentDialog } from './appointment';
import './calendar.css';
import './calendar-entry.css';

const SHOWN = 5;

/**
 * A patient's appointments: the next ones first, and before them the last ones. One of today is coming while it is open: its hour
 * may have passed, or somebody who was early is done already.
 */
export function AppointmentsSection({ patient }: { patient: string }) {
  const [opened, setOpened] = useState<string>();
  const [changes, setChanges] = useState(0);
  // One day for both, so that no appointment is in both lists or in neither.
  const [midnight] = useState(() => `${today()}T00:00:00`);
  const later = useVisits(patient, { from: midnight }, changes);
  const before = useVisits(patient, { to: midnight, order_by: '-schedule' }, changes);
  const coming = later.data?.items.filter(({ status }) => isOpen(status));
  const over = later.data?.items.filter(({ status }) => !isOpen(status)).reverse();
  const past = over && before.data && [...over, ...before.data.items];
  return (
    <section class="card wide">
      <h2>{t.patient.appointments}</h2>
      <div class="columns">
        <List title={t.patient.coming} empty={t.patient.noneComing} items={coming} of={later} onOpen={setOpened} />
        <List title={t.patient.past} empty={t.patient.nonePast} items={past} of={before} onOpen={setOpened} />
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

type Part = { from: string } | { to: string; order_by: '-schedule' };

/** Those before or after a moment, from there on, and more of them when they are asked for. */
function useVisits(patient: string, part: Part, changes: number) {
  const [limit, setLimit] = useState(SHOWN);
  const loaded = useLoad(
    async (signal) => {
      const query = { patient_id: patient, view: 'full' as const, limit, ...part };
      return pageOf(await hospital.GET('/calendar/appointments/', { params: { query }, signal }));
    },
    [patient, limit, changes],
  );
  return { ...loaded, showMore: () => setLimit(limit * 4) };
}

interface ListProps {
  title: string;
  empty: string;
  items: readonly Appointment[] | undefined;
  of: Loaded<{ next: unknown }> & { showMore: () => void };
  onOpen: (id: string) => void;
}

function List({ title, empty, items, of, onOpen }: ListProps) {
  const hasMore = of.data?.next !== undefined;
  return (
    <section class="list">
      <h3>{title}</h3>
      <Loading of={of} />
      {items?.length === 0 && !hasMore && <p class="muted">{empty}</p>}
      <ul class="plain">
        {items?.map((appointment) => (
          <li key={appointment.id}>
            <Row appointment={appointment} onOpen={onOpen} />
          </li>
        ))}
      </ul>
      {hasMore && <p class="print-only">{t.print.goesOn}</p>}
      {hasMore && <Button onClick={of.showMore}>{t.patient.more}</Button>}
    </section>
  );
}

function Row({ appointment, onOpen }: { appointment: Appointment; onOpen: (id: string) => void }) {
  const { id, schedule, status, doctor, department, reason } = appointment;
  return (
    <button type="button" class={`entry ${statusLook(status)}`} onClick={() => onOpen(id)}>
      <span class="when">{formatMoment(schedule)}</span>
      <span class="where">
        <bdi>{doctor && nameOf(doctor)}</bdi> · <bdi>{department?.name}</bdi>
      </span>
      {reason && (
        <bdi class="clipped" title={reason}>
          {reason}
        </bdi>
      )}
      <span class={`badge ${statusLook(status)}`}>{statusText(status)}</span>
    </button>
  );
}
