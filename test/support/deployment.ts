import { env } from 'cloudflare:workers';
import { Database } from '../../src/db/client';
import { type Systems, systemsOf } from '../../src/db/systems';

/** The same in all files, which share an isolate: what it has read of the database once is true of the next one, too. */
export const DEPLOYMENT = '6b0f1bd4-0a5a-4b0c-9c0a-2f6a3c7d1e58';

/** As Python makes them: `uuid5(UUID(DEPLOYMENT), name)`. */
export const SYSTEMS: Systems = {
  'patient-number': 'urn:uuid:34697c2c-9626-5617-9840-9cade11bdda1',
  'national-id': 'urn:uuid:3927b7df-87eb-58d5-a5f4-ae36352ca593',
  'doctor-number': 'urn:uuid:d897073c-4b32-5200-a407-07be4c889bb3',
  license: 'urn:uuid:cee50d80-1b49-5376-a8de-c0a501080003',
  department: 'urn:uuid:4ea234d0-c53e-5a6d-afa7-79d4b7915538',
  'appointment-type': 'urn:uuid:73c9d5de-9336-5beb-a5c9-89b03fe88045',
  'resource-kind': 'urn:uuid:b8cda973-fe8a-5d60-879c-324395dd7180',
  'invoice-number': 'urn:uuid:4fe08163-1597-550b-b44e-46f339be0a0b',
  'receipt-number': 'urn:uuid:c8a84c9e-a383-5e64-9800-0b1d491086c1',
  catalog: 'urn:uuid:66a4c3d2-d347-59fd-91bc-a7bfc163a9bc',
  tag: 'urn:uuid:c6b3cc4e-2d53-5bc0-8a3a-d8d0d18c7137',
  user: 'urn:uuid:088a7dff-623b-53a6-83e3-3b11430f2628',
};

/** Gives the database the id that all have, in place of its own, and has the service read it: no test's request is the first. */
export async function nameDeployment(): Promise<void> {
  await env.DB.batch([
    env.DB.prepare('DELETE FROM deployment'),
    env.DB.prepare('INSERT INTO deployment (one, id) VALUES (1, ?)').bind(DEPLOYMENT),
  ]);
  await systemsOf(new Database(env.DB, 'first-primary'));
}
