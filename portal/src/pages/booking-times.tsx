import type { useChoice } from './booking-choice';
import { BookingFilters } from './booking-filters';
import { FreeTimes } from './booking-free';

interface Props {
  chosen: ReturnType<typeof useChoice>;
  isMoving: boolean;
  /** takes back what was said of another choice */
  anew: <T>(choose: (next: T) => void) => (next: T) => void;
}

/** When, with whom and for how long; and what of that is free. */
export function BookingTimes({ chosen, isMoving, anew }: Props) {
  const { typed, staff, types, kind, wanted, free, slot } = chosen;
  return (
    <section class="card times">
      <BookingFilters
        wanted={wanted}
        minutes={typed.minutes}
        staff={staff}
        types={types}
        kind={kind}
        isMoving={isMoving}
        onChange={anew(chosen.show)}
        onType={anew(chosen.choose)}
        onMinutes={anew((minutes) => chosen.type({ ...typed, minutes }))}
      />
      <FreeTimes
        wanted={wanted}
        staff={staff.data}
        free={free}
        chosen={slot}
        onChoose={anew(chosen.pick)}
        onFrom={anew((from) => chosen.show({ from }))}
        onFirst={anew(chosen.take)}
      />
    </section>
  );
}
