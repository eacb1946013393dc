import { settingsOf } from '../env';
import { type AppContext, baseUrl } from '../http/context';
import type { House } from './elements';

export const BASE_PATH = '/fhir/r4';

export function houseOf(c: AppContext): House {
  const { HOSPITAL_NAME, TIME_ZONE, CURRENCY } = settingsOf(c.env);
  return { url: `${baseUrl(c)}${BASE_PATH}`, name: HOSPITAL_NAME, timeZone: TIME_ZONE, currency: CURRENCY };
}
