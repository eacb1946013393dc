import { settingsOf } from '../env';
import { type AppContext, baseUrl } from '../http/context';
import type { House } from './elements';

export const BASE_PATH = '/fhir/r4';

export function houseOf(c: AppContext): House {
  const { TIME_ZONE, CURRENCY } = settingsOf(c.env);
  return { url: `${baseUrl(c)}${BASE_PATH}`, timeZone: TIME_ZONE, currency: CURRENCY };
}
