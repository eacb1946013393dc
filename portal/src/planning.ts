import type { Schema } from 'hospital-service-client';
import type { Loaded } from './hooks';
import { useKnown } from './known';
import { hospital, may } from './session';

// What visits are planned with: types with lengths of their own, rooms and equipment.

export type AppointmentType = Schema<'AppointmentType'>;
export type Room = Schema<'CalendarResource'>;

export const isRetired = ({ retired_at }: Pick<AppointmentType, 'retired_at'>): boolean => retired_at !== null;

/** All types by name, those that are retired last. @param isNeeded nothing is asked before it is */
export const useTypes = (isNeeded = true): Loaded<AppointmentType[]> =>
  useKnown(isNeeded ? 'all types' : 'no types', async (signal) => {
    if (!isNeeded) return [];
    const types = await Array.fromAsync(hospital.list('/calendar/types/', { signal }));
    return types.sort((a, b) => Number(isRetired(a)) - Number(isRetired(b)) || a.name.localeCompare(b.name));
  });

/** All rooms and equipment, by kind and name; none for an account that may not read them. @param isNeeded nothing is asked before it is */
export function useRooms(isNeeded = true): Loaded<Room[]> {
  const isAsked = isNeeded && may('resource:read');
  return useKnown(isAsked ? 'all rooms' : 'no rooms', async (signal) => {
    if (!isAsked) return [];
    const rooms = await Array.fromAsync(hospital.list('/calendar/resources/', { signal }));
    return rooms.sort((a, b) => a.kind.localeCompare(b.kind) || a.name.localeCompare(b.name));
  });
}
