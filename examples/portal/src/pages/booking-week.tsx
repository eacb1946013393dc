import type { Closure } from '../closures';
import { addDays, dayOf, formatShortDay, today } from '../format';
import { t } from '../i18n';
import type { Slot } from '../slots';
import type { Staff } from '../staff';
import { Closed } from '../ui/closed';
import { Slots } from '../ui/slots';
import { Stepper } from '../ui/stepper';

interface Props {
  /** the first of seven days */
  from: string;
  slots: readonly Slot[];
  /** why there may be none */
  closures: readonly Closure[];
  staff: Staff | undefined;
  loading: boolean;
  chosen: Slot | undefined;
  onChoose: (slot: Slot) => void;
  onFrom: (day: string) => void;
}

/** The free times of seven days; days without any are left out. */
export function FreeWeek({ from, slots, closures, staff, loading, chosen, onChoose, onFrom }: Props) {
  // Each time once: where several doctors are free, it stands for the first of them.
  const times = Map.groupBy(slots, ({ schedule }) => schedule);
  const days = Map.groupBy(
    [...times.values()].flatMap(([first]) => first ?? []),
    ({ schedule }) => dayOf(schedule),
  );
  const severalDoctors = new Set(slots.map(({ doctor_id }) => doctor_id)).size > 1;
  return (
    <>
      <div class="heading">
        <h2>{t.booking.week(formatShortDay(from), formatShortDay(addDays(from, 6)))}</h2>
        <Stepper
          before={t.booking.weekBefore}
          after={t.booking.weekAfter}
          onBefore={from > today() ? () => onFrom(addDays(from, -7)) : undefined}
          onAfter={() => onFrom(addDays(from, 7))}
        />
      </div>
      <Closed closures={closures} known={staff} />
      {slots.length === 0 && !loading && (
        <p class="muted" role="status">
          {t.booking.none}
        </p>
      )}
      <div class="week" aria-busy={loading}>
        {[...days].map(([day, free]) => (
          <Slots
            key={day}
            legend={formatShortDay(day)}
            name="slot"
            slots={free}
            loading={loading}
            chosen={chosen}
            onChoose={onChoose}
            noteOf={({ schedule }) =>
              severalDoctors ? t.booking.doctors(times.get(schedule)?.length ?? 1) : undefined
            }
          />
        ))}
      </div>
    </>
  );
}
