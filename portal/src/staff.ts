import type { Schema } from 'hospital-service-client';
import { isolated, nameOf } from './format';
import type { Loaded } from './hooks';
import { t } from './i18n';
import { useKnown } from './known';
import { hospital } from './session';

export interface Staff {
  departments: Schema<'Department'>[];
  doctors: Schema<'ListedDoctor'>[];
}

interface Person {
  id: string;
  first_name: string;
  last_name: string;
}

interface Named {
  name: string;
  /** what no other has */
  number: string;
}

/** Names to choose from: with the number where several are called the same. */
export function toldApart<T>(items: readonly T[], namedOf: (item: T) => Named): string[] {
  const named = items.map(namedOf);
  const times = Map.groupBy(named, ({ name }) => name);
  return named.map(({ name, number }) => (times.get(name)?.length === 1 ? name : `${name} (${isolated(number)})`));
}

export const namedDepartment = ({ name, code }: { name: string; code: string }): Named => ({ name, number: code });
export const namedDoctor = (doctor: { first_name: string; last_name: string; reg_number: string }): Named => ({
  name: nameOf(doctor),
  number: doctor.reg_number,
});

/** All departments and doctors, by name. @param isNeeded nothing is asked before it is */
export function useStaff(isNeeded = true): Loaded<Staff> {
  const { data, ...rest } = useKnown<Staff | undefined>(isNeeded ? 'staff' : 'nobody', async (signal) =>
    isNeeded ? loadStaff(signal) : undefined,
  );
  return { data, ...rest };
}

/** A doctor's name: an ellipsis until the staff is `known`. Who is there no more has none. */
export function doctorText(id: string, known: { doctors: readonly Person[] } | undefined): string {
  if (!known) return '…';
  const doctor = known.doctors.find((one) => one.id === id);
  return doctor ? nameOf(doctor) : t.closures.formerDoctor;
}

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
