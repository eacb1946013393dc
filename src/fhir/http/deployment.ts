import type { Database } from '../../db/client';
import { systemsOf } from '../../db/systems';
import { type Bindings, settingsOf } from '../../env';
import { type AppContext, baseUrl } from '../../http/context';
import { database } from '../../http/service-context';
import type { Deployment } from '../elements/datatypes';

export const BASE_PATH = '/fhir/r4';

export const urlOf = (c: AppContext): string => `${baseUrl(c)}${BASE_PATH}`;

/** @param url `{base}/fhir/r4` */
export async function deploymentAt(env: Bindings, url: string, database: Database): Promise<Deployment> {
  const { HOSPITAL_NAME, TIME_ZONE, CURRENCY } = settingsOf(env);
  const systems = await systemsOf(database);
  return { url, systems, name: HOSPITAL_NAME, timeZone: TIME_ZONE, currency: CURRENCY };
}

export const deploymentOf = (c: AppContext): Promise<Deployment> => deploymentAt(c.env, urlOf(c), database(c));
