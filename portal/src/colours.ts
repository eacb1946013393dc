import type { Appointment } from './appointments';
import { nameOf } from './format';
import type { Staff } from './staff';

/** What the colours of the calendar can tell. */
export const COLOURS = ['status', 'doctor', 'department'] as const;
export type Colour = (typeof COLOURS)[number];

export const colourIn = (text: string | null): Colour => COLOURS.find((colour) => colour === text) ?? 'status';

/** The number of a colour: the same on every day, as long as nobody joins. Statuses have colours of their own. */
export type TintOf = (appointment: Appointment) => number | undefined;

const keyOf = ({ doctor_id, department_id }: Appointment, colour: Colour) =>
  colour === 'doctor' ? doctor_id : department_id;

export function tintsOf(colour: Colour, staff: Staff | undefined): TintOf {
  if (colour === 'status' || !staff) return () => undefined;
  const tints = new Map(staff[`${colour}s`].map(({ id }, i) => [id, i]));
  return (appointment) => tints.get(keyOf(appointment, colour)) ?? tints.size;
}

/** Whose colours are on the screen, by name. */
export function legendOf(colour: Colour, appointments: readonly Appointment[], tintOf: TintOf) {
  const names = new Map(
    appointments.map((appointment) => {
      const { doctor, department } = appointment;
      const name = colour === 'doctor' ? doctor && nameOf(doctor) : department?.name;
      return [keyOf(appointment, colour), { name: name ?? '', tint: tintOf(appointment) ?? 0 }];
    }),
  );
  return [...names.values()].sort((a, b) => a.name.localeCompare(b.name));
}
