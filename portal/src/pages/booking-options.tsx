import type { Typed } from '../booking';
import { t } from '../i18n';
import { DateField } from '../ui/date-field';
import { Checkbox, Input } from '../ui/field';

interface Props {
  typed: Typed;
  /** what a time of one's own begins with */
  day: string;
  isMoving: boolean;
  isWalkIn: boolean;
  followUp: boolean;
  onType: (typed: Typed) => void;
  onWalkIn: (checked: boolean) => void;
  onFollowUp: (checked: boolean) => void;
}

/** What most people leave as it is: a time that is not among the free ones, who is here already. */
export function BookingOptions(props: Props) {
  const { typed, day, isMoving, isWalkIn, followUp, onType, onWalkIn, onFollowUp } = props;
  const { own } = typed;
  return (
    <section class="card options" aria-label={t.booking.options}>
      {!isWalkIn && (
        <>
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
        </>
      )}
      {!isMoving && (
        <>
          <Checkbox label={t.booking.walkIn} checked={isWalkIn} onChange={onWalkIn} />
          <Checkbox label={t.booking.followUp} checked={followUp} onChange={onFollowUp} />
        </>
      )}
    </section>
  );
}
