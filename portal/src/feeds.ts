import { type Schema, unwrap } from 'hospital-service-client';
import { nameOf } from './format';
import { t } from './i18n';
import { hospital } from './session';
import { namedDepartment, namedDoctor, type Staff, toldApart } from './staff';
import type { Option } from './ui/field';

export type Feed = Schema<'Feed'>;
/** What is answered once, with the address. A create that was sent again has none. */
export type HandedFeed = Schema<'FeedWithUrl'>;

/** Those of the own account, the newest first. */
export const loadFeeds = async (signal: AbortSignal): Promise<Feed[]> =>
  unwrap(await hospital.GET('/auth/feeds', { signal }));

/** Whose calendar: an ellipsis until that is known. */
export function feedText({ doctor_id, department_id }: Feed, staff: Staff | undefined): string {
  if (!staff) return '…';
  if (department_id !== null)
    return staff.departments.find(({ id }) => id === department_id)?.name ?? t.closures.formerDepartment;
  const doctor = staff.doctors.find(({ id }) => id === doctor_id);
  return doctor ? nameOf(doctor) : t.closures.formerDoctor;
}

/** Of whom there can be one: their names, by what is sent for them. */
export function feedOptions({ doctors, departments }: Staff): { label: string; options: Option[] }[] {
  const optionsOf = (field: keyof Schema<'FeedInput'>, ids: { id: string }[], names: string[]) =>
    ids.map(({ id }, i) => ({ value: `${field} ${id}`, text: names[i] ?? '' }));
  return [
    { label: t.doctors.title, options: optionsOf('doctor_id', doctors, toldApart(doctors, namedDoctor)) },
    {
      label: t.departments.title,
      options: optionsOf('department_id', departments, toldApart(departments, namedDepartment)),
    },
  ];
}

/** What is sent for one of these. */
export function feedInput(chosen: string): Schema<'FeedInput'> {
  const [field, id = ''] = chosen.split(' ');
  return field === 'doctor_id' ? { doctor_id: id } : { department_id: id };
}
