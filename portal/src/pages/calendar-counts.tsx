import { appointmentStatusOf } from 'hospital-service-client';
import { type Appointment, type Status, statusText } from '../appointments';
import { type Colour, legendOf, type TintOf } from '../colours';
import { formatNumber } from '../format';
import { t } from '../i18n';
import { Sign } from './calendar-sign';

/** In the order of a visit. Words from elsewhere come last. */
const ORDER: readonly string[] = [
  'SCEDULED',
  'CHECKED_IN',
  'IN_PROGRESS',
  'COMPLETED',
  'NO_SHOW',
  'CANCELLED',
] satisfies Status[];
const placeIn = (key: string): number => (ORDER.indexOf(key) + ORDER.length) % ORDER.length;

/** What counts as the same status, in whatever spelling. */
const keyOf = (status: string): string => appointmentStatusOf(status) ?? status;

/** The statuses that an address narrows the calendar to, and back. */
const chosenIn = (text: string): string[] => text.split('.').filter(Boolean);

/** Whether an appointment has one of the chosen statuses; all have, where none is chosen. */
export function statusFilter(chosen: string): (appointment: Appointment) => boolean {
  const keys = chosenIn(chosen);
  return ({ status }) => keys.length === 0 || keys.includes(keyOf(status));
}

interface Props {
  appointments: readonly Appointment[];
  /** as the address has it */
  chosen: string;
  colour: Colour;
  tintOf: TintOf;
  onChoose: (chosen: string) => void;
}

/** How many have which status; each count shows those alone. The signs are what the calendar's mean. */
export function Counts({ appointments, chosen, colour, tintOf, onChoose }: Props) {
  const keys = chosenIn(chosen);
  const byStatus = Map.groupBy(appointments, ({ status }) => keyOf(status));
  const shown = [...new Set([...byStatus.keys(), ...keys])].sort((a, b) => placeIn(a) - placeIn(b));
  if (shown.length === 0) return null;
  const toggled = (key: string) => (keys.includes(key) ? keys.filter((one) => one !== key) : [...keys, key]).join('.');
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is of a form. */}
      <div class="counts" role="group" aria-label={t.calendar.byStatus}>
        {shown.map((key) => (
          <button
            key={key}
            type="button"
            class="count"
            aria-pressed={keys.includes(key)}
            onClick={() => onChoose(toggled(key))}
          >
            <Sign status={key} />
            <bdi>{statusText(key)}</bdi>
            <strong>{formatNumber(byStatus.get(key)?.length ?? 0)}</strong>
          </button>
        ))}
      </div>
      {colour !== 'status' && (
        <ul class="legend" aria-label={t.calendar.colour}>
          {legendOf(colour, appointments, tintOf).map(({ name, tint }) => (
            <li key={tint} class="tinted" style={{ '--tint': tint }}>
              <bdi>{name}</bdi>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
