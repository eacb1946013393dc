// A portal whose compiler knows no `exports`: it finds the client by `main` and `types`.
import { createHospital, GENDERS, type Schema, unwrap } from 'hospital-service-client';

export async function search(search?: string): Promise<Schema<'PatientRecord'>[]> {
  const hospital = createHospital({ baseUrl: '/', middleware: [{ onRequest: ({ request }) => request }] });
  return unwrap(await hospital.GET('/patient/', { params: { query: { search, view: 'full' } } }));
}

export const genders: readonly string[] = GENDERS;
