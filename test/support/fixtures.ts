import { decodeJwt } from 'jose';
import { call, ok } from './client';
import { askToken, asserted, claimsOf, insertClient, newKey } from './clients';
import { create, make } from './factories';
import { fileOf, makePng, PNG } from './files';
import { csvOf, prepared } from './imports';
import { input } from './input';
import { invite } from './logins';
import { newUnsubscribeLink, toldMessage } from './messages';
import { newVisit } from './notes';
import type { Fixtures } from './operations/record';
import { rows } from './rows';
import { newFactor } from './totp';
import { insertUser } from './users';
import { deliver, leaveRoomForWebhooks } from './webhooks';

/** New records, and an account that can log in. */
export async function newFixtures(): Promise<Fixtures> {
  const account = { email: `${crypto.randomUUID()}@test.example`, password: 'correct horse' };
  await insertUser('staff', account);
  return makeFixtures({ account });
}

/** Records to call the operations with: new ones, but for those that are given. */
export async function makeFixtures(given: Partial<Fixtures> & Pick<Fixtures, 'account'>): Promise<Fixtures> {
  const department = given.department ?? (await make.department());
  const patient = given.patient ?? (await make.patient());
  const doctor = given.doctor ?? (await make.doctor());
  const ids = { patient_id: patient.id, doctor_id: doctor.id, department_id: department.id };
  const appointment = given.appointment ?? (await make.appointment(ids));
  const invoice =
    given.invoice ?? (await make.invoice({ patient_id: patient.id, appointment_id: appointment.id, tags: ['ward'] }));
  const item = given.item ?? (await make.catalogItem({ tags: ['ward'] }));
  const newFile = (entity_id: string = patient.id) => makePng(entity_id);
  const logIn = (account: Fixtures['account']) => ok('POST', '/auth/login', { as: null, json: account });
  return {
    ...{ department, patient, doctor, appointment, invoice, item },
    file: await newFile(),
    picture: fileOf(PNG, 'scan.png'),
    create,
    newFile,
    newWorkingDoctor: async () => {
      const { id } = await make.doctor();
      await ok('PUT', `/calendar/doctors/${id}/hours`, { json: input.hours({ department_id: department.id }) });
      return id;
    },
    newNote: async (state) => {
      const {
        path,
        as,
        doctor: author,
        put,
        sign,
      } = await newVisit({
        ...{ department_id: department.id, schedule: '2033-01-03T08:00:00' },
        ...(state !== 'left' && { doctor }),
      });
      if (state !== 'none') await put();
      if (state === 'signed') await sign();
      if (state === 'left') await ok('DELETE', `/doctor/${author.id}`);
      return { path, as, doctor_id: author.id };
    },
    newAccount: async () => (await insertUser('staff')).id,
    newLogin: async () => {
      const one = { email: `${crypto.randomUUID()}@test.example`, password: given.account.password };
      const { id: account } = await insertUser('staff', one);
      await logIn(one);
      const tokens = await logIn(one);
      return { ...tokens, session: decodeJwt(tokens.access_token).sid, account, password: one.password };
    },
    tagOf: async (path) => (await call('GET', path)).headers.get('etag') ?? '',
    newClient: async (by) => {
      const { name, scope, jwks } = input.client();
      const json = { name, scope, ...(by === 'jwks' ? { jwks } : { secret: true }) };
      return `/auth/clients/${(await create('/auth/clients', json, { as: 'admin' })).client_id}`;
    },
    newWebhook: async (deliveries = 0) => {
      await leaveRoomForWebhooks();
      const { id } = await create('/webhooks/', input.webhook(), { as: 'admin' });
      if (deliveries > 0) await deliver(id, deliveries);
      return `/webhooks/${id}`;
    },
    newImport: async () => {
      await rows("UPDATE import_job SET state = 'stopped' WHERE state IN ('checking', 'running')");
      const { id } = await prepared('department', {
        as: 'admin',
        settings: { mapping: input.import().mapping },
        file: csvOf([{ Name: 'Ward', Code: 'W', Nr: '1' }]),
      });
      return `/imports/${id}`;
    },
    newPasswordToken: async () => (await invite()).token,
    newCredentials: async (by) => {
      if (by === 'assertion') {
        const { jwks, sign } = await newKey();
        return asserted(await sign(claimsOf((await insertClient({ jwks })).client_id)));
      }
      const client = { ...(await insertClient()) };
      if (by === 'secret, used') await askToken(client);
      return client;
    },
    newMessage: () => toldMessage(ids),
    newUnsubscribeLink: () => newUnsubscribeLink(patient.id),
    newFactor: (state) => newFactor(state, given.account.password),
    newRefreshToken: async () => (await logIn(given.account)).refresh_token,
    ...given,
  };
}
