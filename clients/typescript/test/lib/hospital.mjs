// The service with a network before it, and clients of it.
import assert from 'node:assert/strict';
import { after } from 'node:test';
import { createHospital, memorySession, unwrap } from 'hospital-service-client';
import { emptyData, startService } from '../../../../test/system/lib/service.mjs';
import { startNetwork } from './network.mjs';

export const PASSWORD = 'stethoscope & 9 lives';

/** Starts both, and stops them after the tests of the file that calls it. @returns also what makes accounts, clients and programs */
export async function startHospital({ pages, vars } = {}) {
  const service = await startService({ data: await emptyData(), vars });
  const network = await startNetwork(service.url, pages);
  after(async () => {
    network.stop();
    await service.stop();
  });

  let made = 0;
  /** A new account. @returns its e-mail */
  async function signUp(role = 'staff') {
    const email = `nina${++made}@clinic.example`;
    const body = { email, password: PASSWORD, full_name: 'Nina Nurse' };
    const { status, data } = await createHospital({ baseUrl: service.url }).POST('/auth/signup', { body });
    assert.equal(status, 200);
    await service.query('UPDATE user SET type = ? WHERE id = ?', role, data.id);
    return email;
  }

  /** A client over the network, logged in with a new account; the network's log is empty then. */
  async function newClient({ role, ...options } = {}) {
    const session = memorySession();
    const hospital = createHospital({ baseUrl: network.url, session, ...options });
    const email = await signUp(role);
    const { status } = await hospital.login({ email, password: PASSWORD });
    assert.equal(status, 200);
    network.reset();
    return { hospital, session: options.session ?? session, email };
  }

  let admin;
  async function newAdmin() {
    const hospital = createHospital({ baseUrl: service.url });
    unwrap(await hospital.login({ email: await signUp('admin'), password: PASSWORD }));
    return hospital;
  }
  /** Registers a program. @returns what it is known by */
  async function register(body) {
    admin ??= newAdmin();
    return unwrap(await (await admin).POST('/auth/clients', { body: { name: 'Warehouse', ...body } }));
  }
  const unregister = async (id) =>
    unwrap(await (await admin).DELETE('/auth/clients/{id}', { params: { path: { id } } }));
  return { service, network, signUp, newClient, register, unregister };
}

export const PATIENT = { first_name: 'Åsa', last_name: 'Svensson', gender: 'female' };

/** A session whose access token is about to end, as it is after a quarter of an hour. */
export async function age(store, seconds = 10) {
  const session = await store.load();
  await store.save({ ...session, expires_at: Date.now() + seconds * 1000 });
}

export async function all(items) {
  const list = [];
  for await (const item of items) list.push(item);
  return list;
}
