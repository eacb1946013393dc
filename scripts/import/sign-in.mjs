// Who imports: a program by its secret, or an admin by password.
import { clientCredentials, createHospital, unwrap } from 'hospital-service-client';
import { fail } from '../lib.mjs';
import { ask } from './ask.mjs';

/** A service that is started again answers within a minute. */
const RETRY = { attempts: 14, maxWait: 10_000 };

async function asPerson(url) {
  const hospital = createHospital({ baseUrl: url, retry: RETRY });
  const email = await ask('E-mail: ');
  const password = await ask('Password: ', { isHidden: true });
  let result = await hospital.login({ email, password });
  if (!result.ok && result.error.code === 'totp_required') {
    const totp = await ask('Code of the second factor: ');
    result = await hospital.login({ email, password, totp });
  }
  if (unwrap(result).totp_enrolment_required)
    fail('The account has to set up its second factor first: log in at the portal.');
  return hospital;
}

/** @returns a client that keeps its tokens fresh; throws a HospitalError where nobody is let in */
export async function signIn(url) {
  const { IMPORT_CLIENT_ID: client_id, IMPORT_CLIENT_SECRET: client_secret } = process.env;
  if (!client_id || !client_secret) return asPerson(url);
  const session = clientCredentials({ client_id, client_secret });
  // Without repetitions: a wrong address is told at once.
  await createHospital({ baseUrl: url, session, retry: { attempts: 1 } }).resume();
  return createHospital({ baseUrl: url, session, retry: RETRY });
}
