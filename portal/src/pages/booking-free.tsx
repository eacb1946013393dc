import { useAction } from '../actions';
import { messageOf } from '../errors';
import { addDays, formatShortDay, today } from '../format';
import { type Free, firstFreeDay, type Wanted } from '../free';
import type { Loaded } from '../hooks';
import { t } from '../i18n';
import type { Slot } from '../slots';
import type { Staff } from '../staff';
import { Button } from '../ui/button';
import { Closed } from '../ui/closed';
import { Alert, Loading, say } from '../ui/status';
import { Stepper } from '../ui/stepper';
import { FirstFree } from './booking-first';
import { FreeTable } from './booking-table';

interface Props {
  wanted: Wanted;
  staff: Staff | undefined;
  free: Loaded<Free | null>;
  chosen: Slot | undefined;
  onChoose: (slot: Slot) => void;
  onFrom: (day: string) => void;
  onFirst: (slot: Slot) => void;
}

/** Who is free when, from a day on. */
export function FreeTimes({ wanted, staff, free, chosen, onChoose, onFrom, onFirst }: Props) {
  const { from, days } = wanted;
  const search = useAction();
  const { data, loading } = free;
  const isEmpty = data?.rows.every((row) => row.days.every(({ slots }) => slots.length === 0));

  const goToNext = () =>
    search.run(async () => {
      const next = staff && (await firstFreeDay({ ...wanted, from: addDays(from, days) }, staff));
      if (next) onFrom(next);
      else say(t.booking.noneSoon);
    });

  const first = !wanted.doctor && !wanted.department && (
    <FirstFree minutes={wanted.minutes} type={wanted.type ?? ''} staff={staff} onTake={onFirst} />
  );
  if (data === null && staff)
    return (
      <>
        {first}
        <p class="muted">{t.booking.choose}</p>
      </>
    );
  return (
    <>
      {first}
      <div class="heading">
        <h2>{t.booking.week(formatShortDay(from), formatShortDay(addDays(from, days - 1)))}</h2>
        <Stepper
          before={t.booking.weekBefore}
          after={t.booking.weekAfter}
          onBefore={from > today() ? () => onFrom(addDays(from, -days)) : undefined}
          onAfter={() => onFrom(addDays(from, days))}
        />
      </div>
      <Loading of={free} />
      {data && (
        <>
          <Closed closures={data.closures} known={staff} />
          {isEmpty && (
            <div class="row" role="status">
              <p class="muted">{t.booking.none}</p>
              <Button busy={search.busy} onClick={goToNext}>
                {t.booking.next}
              </Button>
            </div>
          )}
          {search.error !== undefined && <Alert>{messageOf(search.error)}</Alert>}
          {staff && data.rows.length > 0 && (
            <FreeTable free={data} staff={staff} loading={loading} chosen={chosen} onChoose={onChoose} />
          )}
        </>
      )}
    </>
  );
}
