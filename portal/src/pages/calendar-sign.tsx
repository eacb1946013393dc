import { appointmentStatusOf } from 'hospital-service-client';
import { type Status, statusLook, statusText } from '../appointments';

/** Drawn within 16 by 16: a ring, a dot, a triangle, a tick, a bar and a cross. */
const SIGNS: Record<Status, string> = {
  SCEDULED: 'M8 3.5a4.5 4.5 0 1 0 .01 0z',
  CHECKED_IN: 'M8 5a3 3 0 1 0 .01 0zM8 2.5a5.5 5.5 0 1 0 .01 0z',
  IN_PROGRESS: 'M5 3v10l8-5z',
  COMPLETED: 'M3 8.5l3.5 3.5L13 4.5',
  CANCELLED: 'M3.5 8h9',
  NO_SHOW: 'M4 4l8 8M12 4l-8 8',
};

/** A status by its form, so that it is not told by a colour alone. Beside it is its word, or a reader is told. */
export function Sign({ status }: { status: string }) {
  const known = appointmentStatusOf(status) ?? 'SCEDULED';
  return (
    <svg class={`sign ${known}`} viewBox="0 0 16 16" aria-hidden="true">
      <path d={SIGNS[known]} />
    </svg>
  );
}

/** The sign, and the word where there is room for it. */
export const Badge = ({ status }: { status: string }) => (
  <span class={`badge ${statusLook(status)}`}>
    <Sign status={status} />
    <span class="word">{statusText(status)}</span>
  </span>
);
