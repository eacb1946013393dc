import type { Schema } from 'hospital-service-client';

/** A type as it is typed: ids stand in a row, and what is switched on is `on`. */
export const NOTHING = {
  name: '',
  minutes: '',
  buffer_before: '',
  buffer_after: '',
  department_ids: '',
  doctor_ids: '',
  catalog_id: '',
  min_notice_hours: '',
  needs: '',
  bookable_online: '',
};
export type TypeTexts = typeof NOTHING;

export const ON = 'on';
export const idsIn = (text: string): string[] => text.split(' ').filter(Boolean);

export const textsOf = (type: Schema<'AppointmentType'>): TypeTexts => ({
  name: type.name,
  minutes: String(type.minutes),
  buffer_before: String(type.buffer_before || ''),
  buffer_after: String(type.buffer_after || ''),
  department_ids: type.department_ids.join(' '),
  doctor_ids: type.doctor_ids.join(' '),
  catalog_id: type.catalog_id ?? '',
  min_notice_hours: String(type.min_notice_hours || ''),
  needs: type.needs ?? '',
  bookable_online: type.bookable_online ? ON : '',
});

/** What is sent of what was typed. No number is none. */
export function bodyOf(texts: Partial<TypeTexts>): Schema<'AppointmentTypePatchInput'> {
  const textOrNull = (text: string | undefined) => (text === '' ? null : text);
  const number = (text: string | undefined) => (text === undefined ? undefined : Number(text));
  const ids = (text: string | undefined) => (text === undefined ? undefined : idsIn(text));
  return {
    name: texts.name,
    minutes: number(texts.minutes),
    buffer_before: number(texts.buffer_before),
    buffer_after: number(texts.buffer_after),
    department_ids: ids(texts.department_ids),
    doctor_ids: ids(texts.doctor_ids),
    catalog_id: textOrNull(texts.catalog_id),
    min_notice_hours: number(texts.min_notice_hours),
    needs: textOrNull(texts.needs?.trim()),
    bookable_online: texts.bookable_online === undefined ? undefined : texts.bookable_online === ON,
  };
}
