import { render } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { DayAppointments } from '../day-appointments';
import { Running } from '../paper';
import { DayList, titleOf } from './day-list';

/**
 * What a print of the calendar is, of which paper has no more room than a screen: its list. It is drawn for printing only, as a day
 * may have a thousand appointments, and at once, as the browser waits for nothing.
 */
export function DayOnPaper({ shown }: { shown: DayAppointments }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const { current } = place;
    if (!current) return;
    const draw = () => render(<DayList shown={shown} apart={false} />, current);
    const remove = () => render(null, current);
    addEventListener('beforeprint', draw);
    addEventListener('afterprint', remove);
    return () => {
      remove();
      removeEventListener('beforeprint', draw);
      removeEventListener('afterprint', remove);
    };
  }, [shown]);
  return (
    <>
      <Running text={titleOf(shown)} internal />
      <div ref={place} class="print-only" />
    </>
  );
}
