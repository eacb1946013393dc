import { useState } from 'preact/hooks';
import { formatShortDay, nameOf } from '../format';
import type { Free, FreeDay, FreeRow } from '../free';
import { t } from '../i18n';
import type { Slot } from '../slots';
import { namedDoctor, type Staff, toldApart } from '../staff';
import { Button } from '../ui/button';
import { keyOfSlot, Slots } from '../ui/slots';

/** Of several doctors each day shows the first times; the others are a click away. */
const FIRST = 3;

interface Props {
  free: Free;
  staff: Staff;
  loading: boolean;
  chosen: Slot | undefined;
  onChoose: (slot: Slot) => void;
}

/** Doctors below each other, days side by side; on a phone the days of each doctor below each other. */
export function FreeTable({ free: { rows }, staff, loading, chosen, onChoose }: Props) {
  const names = toldApart(rows, ({ doctor }) => namedDoctor(doctor));
  const departmentOf = ({ department_id }: Slot) => staff.departments.find(({ id }) => id === department_id)?.name;
  return (
    <table class="free" aria-busy={loading}>
      <caption class="for-readers">{t.booking.free}</caption>
      <thead>
        <tr>
          <th scope="col">{t.calendar.doctor}</th>
          {rows[0]?.days.map(({ day }) => (
            <th key={day} scope="col">
              {formatShortDay(day)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, i) => (
          <tr key={row.doctor.id}>
            <th scope="row">
              <bdi>{names[i]}</bdi>
              <span class="muted">
                <bdi>{onlyOne(row, departmentOf)}</bdi>
              </span>
            </th>
            {row.days.map((day) => (
              <td key={day.day} data-head={formatShortDay(day.day)} class={day.slots.length > 0 ? undefined : 'none'}>
                <Cell
                  row={row}
                  day={day}
                  all={rows.length === 1}
                  loading={loading}
                  chosen={chosen}
                  onChoose={onChoose}
                  noteOf={onlyOne(row, departmentOf) === undefined ? departmentOf : () => undefined}
                />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** In which department a doctor is, if it is the same at all times. */
function onlyOne({ days }: FreeRow, departmentOf: (slot: Slot) => string | undefined): string | undefined {
  const names = new Set(days.flatMap(({ slots }) => slots.map(departmentOf)));
  return names.size === 1 ? [...names][0] : undefined;
}

interface CellProps extends Pick<Props, 'loading' | 'chosen' | 'onChoose'> {
  row: FreeRow;
  day: FreeDay;
  all: boolean;
  noteOf: (slot: Slot) => string | undefined;
}

/** One doctor on one day. */
function Cell({ row, day: { day, slots, why, closed }, all, loading, chosen, onChoose, noteOf }: CellProps) {
  const [isOpen, setOpen] = useState(false);
  if (slots.length === 0) {
    return (
      <span class="muted">
        {t.booking.why[why]}
        {closed !== undefined && (
          <>
            : <bdi>{closed}</bdi>
          </>
        )}
      </span>
    );
  }
  const isBelow = (slot: Slot, i: number) =>
    i >= FIRST && chosen !== undefined && keyOfSlot(slot) === keyOfSlot(chosen);
  const shown = all || isOpen || slots.some(isBelow) ? slots : slots.slice(0, FIRST);
  const hidden = slots.length - shown.length;
  const legend = `${nameOf(row.doctor)}, ${formatShortDay(day)}`;
  return (
    <>
      <Slots
        legend={legend}
        name="slot"
        slots={shown}
        loading={loading}
        chosen={chosen}
        onChoose={onChoose}
        noteOf={noteOf}
      />
      {hidden > 0 && (
        <Button
          look="quiet"
          class="more"
          aria-label={t.booking.moreOf(t.booking.more(hidden), legend)}
          onClick={() => setOpen(true)}
        >
          {t.booking.more(hidden)}
        </Button>
      )}
    </>
  );
}
