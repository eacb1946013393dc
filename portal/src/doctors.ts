import type { Schema } from 'hospital-service-client';
import { numberOrNull, textOrNull } from './edit';
import { t } from './i18n';
import { hospital } from './session';

export type Doctor = Schema<'Doctor'>;

/** The fields of a doctor and the account, as they are typed. */
const EMPTY = {
  first_name: '',
  middle_name: '',
  last_name: '',
  license_number: '',
  email: '',
  phone_number: '',
  gender: '',
  dob: '',
  consultation_fee: '',
  experience: '',
  bio: '',
};
export type DoctorField = keyof typeof EMPTY;
export type DoctorTexts = Record<DoctorField, string>;
export const NO_DOCTOR: DoctorTexts = EMPTY;

export const doctorLabels = (): DoctorTexts => ({
  first_name: t.doctors.firstName,
  middle_name: t.doctors.middleName,
  last_name: t.doctors.lastName,
  license_number: t.doctors.license,
  email: t.doctors.email,
  phone_number: t.doctors.phone,
  gender: t.doctors.gender,
  dob: t.doctors.born,
  consultation_fee: t.doctors.fee,
  experience: t.doctors.experience,
  bio: t.doctors.bio,
});

export function textsOf({ user, ...doctor }: Doctor): DoctorTexts {
  const { email, phone_number } = user;
  const fields = { ...doctor, email, phone_number };
  return Object.fromEntries(
    Object.keys(EMPTY).map((name) => [name, String(fields[name as DoctorField] ?? '')]),
  ) as DoctorTexts;
}

/** What is sent of what was typed: fields that are left out stay as they are. */
export function bodyOf({ email, phone_number, consultation_fee, experience, ...texts }: Partial<DoctorTexts>) {
  const { first_name, last_name, license_number, middle_name, gender, dob, bio } = texts;
  return {
    ...{ first_name, last_name, license_number },
    ...{ middle_name: textOrNull(middle_name), gender: textOrNull(gender), dob: textOrNull(dob), bio: textOrNull(bio) },
    ...{ consultation_fee: numberOrNull(consultation_fee), experience: numberOrNull(experience) },
    user: { email, phone_number: textOrNull(phone_number) },
  };
}

/** A doctor with the account. */
export const readDoctor = (id: string, signal: AbortSignal) =>
  hospital.GET('/doctor/{id}', { params: { path: { id }, query: { view: 'full' as const } }, signal });
