import { call } from './client';
import { make } from './factories';

const pathOf = (doctor_id: string) => `/calendar/doctors/${doctor_id}/hours`;

export const newDoctor = async (): Promise<string> => (await make.doctor()).id;

export const putHours = (doctor_id: string, json: unknown, if_match?: string) =>
  call('PUT', pathOf(doctor_id), { json, headers: if_match === undefined ? {} : { 'if-match': if_match } });

export async function readHours(doctor_id: string) {
  const { status, headers, body } = await call('GET', pathOf(doctor_id));
  return { status, etag: headers.get('etag'), body };
}
