import type { Database } from '../db/client';
import { type Bindings, settingsOf } from '../env';
import { type AppContext, baseUrl } from '../http/context';
import { database } from '../http/service-context';
import type { House } from './elements';
import { systemsOf } from './systems';

export const BASE_PATH = '/fhir/r4';

export const urlOf = (c: AppContext): string => `${baseUrl(c)}${BASE_PATH}`;

/** @param url `{base}/fhir/r4` */
export async function houseAt(env: Bindings, url: string, database: Database): Promise<House> {
  const { HOSPITAL_NAME, TIME_ZONE, CURRENCY } = settingsOf(env);
  const systems = await systemsOf(env.DB, database);
  return { url, systems, name: HOSPITAL_NAME, timeZone: TIME_ZONE, currency: CURRENCY };
}

export const houseOf = (c: AppContext): Promise<House> => houseAt(c.env, urlOf(c), database(c));
