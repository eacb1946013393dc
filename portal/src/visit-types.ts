import { addMinutes, now } from './format';
import type { Loaded } from './hooks';
import { type AppointmentType, isRetired, useTypes } from './planning';
import { may } from './session';
import type { Staff } from './staff';

/** The types of visits that are offered, by name; none where the hospital has none, or the account may not read them. */
export function useOfferedTypes(): Loaded<AppointmentType[]> {
  const { data, ...rest } = useTypes(may('hours:read'));
  return { ...rest, data: data?.filter((type) => !isRetired(type)) };
}

/** An empty list of a type means everybody, or everywhere. */
const isAmong = (ids: readonly string[], id: string): boolean => ids.length === 0 || ids.includes(id);

/** With whom, and where, visits of a type are offered. */
export const staffOf = ({ departments, doctors }: Staff, { department_ids, doctor_ids }: AppointmentType): Staff => ({
  departments: departments.filter(({ id }) => isAmong(department_ids, id)),
  doctors: doctors.filter(({ id }) => isAmong(doctor_ids, id)),
});

/** The first moment at which a visit of a type is offered, as wall time. */
export const earliestOf = (type: AppointmentType | undefined): string =>
  addMinutes(now(), (type?.min_notice_hours ?? 0) * 60);
