import { office, t } from './i18n';
import type { TypeTexts } from './type-texts';

/** What the fields of a type are called: in its form, and in the list of changes. */
export const typeLabels = (): TypeTexts => ({
  name: t.people.name,
  minutes: t.booking.minutes,
  buffer_before: office.types.before,
  buffer_after: office.types.after,
  department_ids: t.departments.title,
  doctor_ids: t.doctors.title,
  catalog_id: office.types.item,
  min_notice_hours: office.types.notice,
  needs: office.types.needs,
  bookable_online: office.types.online,
});
