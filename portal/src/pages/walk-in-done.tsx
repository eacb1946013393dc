import { useEffect, useRef } from 'preact/hooks';
import { formatNumber } from '../format';
import { t } from '../i18n';
import { linkTo } from '../router';
import { may } from '../session';
import type { Told } from '../told';
import { Button } from '../ui/button';
import { Conflicts } from './appointment-conflicts';

export interface Ticket {
  /** of the appointment */
  id: string;
  /** in the queue */
  number: number | undefined;
  day: string;
  name: string;
  told: Told;
}

interface Props {
  ticket: Ticket;
  onClose: () => void;
  onNext: () => void;
}

/** What the patient is told: the number by which they are called. */
export function WalkInDone({ ticket: { id, number, day, name, told }, onClose, onNext }: Props) {
  const end = useRef<HTMLDivElement>(null);
  useEffect(() => end.current?.querySelector<HTMLElement>('.primary')?.focus(), []);
  return (
    <>
      <div class="ticket" role="status">
        {number !== undefined && (
          <p>
            {t.walkIn.number} <strong>{formatNumber(number)}</strong>
          </p>
        )}
        <p>{t.walkIn.done(name)}</p>
      </div>
      {/* They lead away from here. */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/noStaticElementInteractions: Enter on a link is a click. */}
      <div class="whole" onClick={({ target }) => target instanceof Element && target.closest('a') && onClose()}>
        <Conflicts told={told} day={day} />
        {may('appointment:read') && (
          <p class="row">
            <a href={linkTo('/calendar', { day, appointment: id })}>{t.walkIn.open}</a>
            <a href={linkTo(`/appointments/${id}/slip`)}>{t.print.printSlip}</a>
          </p>
        )}
      </div>
      <div ref={end} class="row end">
        <Button onClick={onNext}>{t.walkIn.another}</Button>
        <Button look="primary" onClick={onClose}>
          {t.walkIn.end}
        </Button>
      </div>
    </>
  );
}
