import type { Schema } from 'hospital-service-client';
import { nameOf } from './format';
import { type Loaded, useLoad } from './hooks';
import { hospital } from './session';

export interface Staff {
  departments: Schema<'Department'>[];
  doctors: Schema<'ListedDoctor'>[];
}

/** All departments and doctors, by name. */
export const useStaff = (): Loaded<Staff> => useLoad(loadStaff, []);

async function loadStaff(signal: AbortSignal): Promise<Staff> {
  const [departments, doctors] = await Promise.all([
    Array.fromAsync(hospital.list('/department/', { signal })),
    Array.fromAsync(hospital.list('/doctor/', { signal })),
  ]);
  return {
    departments: departments.sort((a, b) => a.name.localeCompare(b.name)),
    doctors: doctors.sort((a, b) => nameOf(a).localeCompare(nameOf(b))),
  };
}
