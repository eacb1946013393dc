import { type Bindings, settingsOf } from '../env';
import { type AppContext, baseUrl } from '../http/context';
import type { House } from './elements';

export const BASE_PATH = '/fhir/r4';

/** @param url `{base}/fhir/r4` */
export function houseAt(env: Bindings, url: string): House {
  const { HOSPITAL_NAME, TIME_ZONE, CURRENCY } = settingsOf(env);
  return { url, name: HOSPITAL_NAME, timeZone: TIME_ZONE, currency: CURRENCY };
}

export const houseOf = (c: AppContext): House => houseAt(c.env, `${baseUrl(c)}${BASE_PATH}`);
