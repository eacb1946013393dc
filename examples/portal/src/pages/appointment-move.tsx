import type { Schema } from 'hospital-service-client';
import { useEffect, useState } from 'preact/hooks';
import { loadClosuresWithin } from '../closures';
import { clockOf, dayOf, formatMoment, today } from '../format';
import { useLoad } from '../hooks';
import { t } from '../i18n';
import { loadSlots, type Slot } from '../slots';
import { Button } from '../ui/button';
import { Closed } from '../ui/closed';
import { DateField } from '../ui/date-field';
import { Input } from '../ui/field';
import { Slots } from '../ui/slots';
import { Loading } from '../ui/status';

interface Props {
  appointment: Schema<'CalendarAppointment'>;
  busy: boolean;
  onMove: (schedule: string) => void;
  onBack: () => void;
}

/** A new time for an appointment: one of the doctor's free ones, or any other, as appointments are not bound to hours. */
export function MoveForm({ appointment, busy, onMove, onBack }: Props) {
  const { doctor_id, department_id, schedule, expected_duration_minutes, doctor, department } = appointment;
  const known = { doctors: doctor ? [doctor] : [], departments: department ? [department] : [] };
  const [day, setDay] = useState([dayOf(schedule), today()].sort()[1] as string);
  const [time, setTime] = useState(clockOf(schedule));
  const [slot, setSlot] = useState<Slot>();
  const slots = useLoad(
    (signal) =>
      loadSlots(
        {
          doctor: doctor_id,
          department: department_id,
          from: day,
          days: 1,
          minutes: expected_duration_minutes || undefined,
        },
        signal,
      ),
    [day],
  );
  const wanted = { from: day, days: 1, department: department_id, doctor: doctor_id };
  const closed = useLoad((signal) => loadClosuresWithin(wanted, signal), [day]);
  useEffect(() => setSlot(undefined), [slots.data]);
  const chosen = slot?.schedule ?? `${day}T${time}:00`;

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onMove(chosen);
      }}
    >
      <DateField label={t.calendar.date} required value={day} onChange={(next, isGiven) => isGiven && setDay(next)} />
      {closed.error ? <Loading of={closed} /> : <Closed closures={closed.data ?? []} known={known} />}
      <Loading of={slots} />
      {slots.data && (
        <Slots
          legend={t.appointment.free}
          name="move"
          slots={slots.data}
          loading={slots.loading}
          chosen={slot}
          onChoose={(next) => {
            setSlot(next);
            setTime(clockOf(next.schedule));
          }}
        />
      )}
      <Input
        label={t.appointment.otherTime}
        type="time"
        required
        value={time}
        onInput={(event) => {
          setTime(event.currentTarget.value);
          setSlot(undefined);
        }}
      />
      <div class="row end">
        <Button onClick={onBack}>{t.back}</Button>
        <Button type="submit" look="primary" busy={busy}>
          {t.appointment.moveTo(formatMoment(chosen))}
        </Button>
      </div>
    </form>
  );
}
