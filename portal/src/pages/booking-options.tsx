import type { Typed } from '../booking';
import { t } from '../i18n';
import { DateField } from '../ui/date-field';
import { Checkbox, Input } from '../ui/field';
import { RepeatFields } from './booking-repeat';

interface Props {
  typed: Typed;
  /** what a time of one's own begins with */
  day: string;
  /** on which the chosen time is */
  first: string;
  isMoving: boolean;
  followUp: boolean;
  onType: (typed: Typed) => void;
  onFollowUp: (checked: boolean) => void;
}

/** What most people leave as it is: a time that is not among the free ones. */
export function BookingOptions(props: Props) {
  const { typed, day, first, isMoving, followUp, onType, onFollowUp } = props;
  const { own } = typed;
  return (
    <section class="card options" aria-label={t.booking.options}>
      <Checkbox
        label={t.booking.own}
        checked={own !== null}
        onChange={(checked) => onType({ ...typed, own: checked ? { day, time: '' } : null })}
      />
      {own && (
        <div class="columns">
          <DateField
            label={t.calendar.date}
            value={own.day}
            onChange={(day) => onType({ ...typed, own: { ...own, day } })}
          />
          <Input
            label={t.booking.at}
            type="time"
            value={own.time}
            onInput={({ currentTarget: { value } }) => onType({ ...typed, own: { ...own, time: value } })}
          />
        </div>
      )}
      {!isMoving && (
        <>
          <Checkbox label={t.booking.followUp} checked={followUp} onChange={onFollowUp} />
          <RepeatFields repeat={typed.repeat} day={first} onChange={(repeat) => onType({ ...typed, repeat })} />
        </>
      )}
    </section>
  );
}
