import { expect } from 'vitest';
import type { Actor } from '../../src/context';
import { type Body, type CallOptions, call, ok } from './client';
import { make } from './factories';
import type { Overrides } from './input';
import { openSession } from './programs';
import { rows } from './rows';
import { insertUser } from './users';

const HOLDS = '/calendar/holds';
export const REJECT = { env: { DOUBLE_BOOKING: 'reject' } };
export const ALLOW = { env: { DOUBLE_BOOKING: 'allow' } };

/** A Monday on which a doctor of `newWorking` works from 8 to 12, in slots of 30 minutes. */
export const SLOT = '2027-07-05T10:00:00';
/** The id of a doctor as a body has it. */
export const newDoctor = async () => ({ doctor_id: (await make.doctor()).id as string });
export const newWorking = async (department_id: string) => {
  const doctor = await newDoctor();
  const hours = { from: '08:00', to: '12:00', department_id, slot_minutes: 30 };
  await ok('PUT', `/calendar/doctors/${doctor.doctor_id}/hours`, { json: { weekly: [{ weekday: 1, ...hours }] } });
  return doctor;
};

export const newPerson = () => insertUser('staff');

/** A program with an open session, written directly. */
export async function newProgram(scope = 'system/Appointment.c'): Promise<Actor> {
  const { id } = await insertUser('client');
  return { id, role: 'client', session: await openSession(id), scope };
}

export const hold = (json: Overrides, as: CallOptions['as'], options: CallOptions = {}) =>
  call('POST', HOLDS, { ...options, as, json: { schedule: SLOT, ...json } });
export const held = async (json: Overrides, as: CallOptions['as']): Promise<Body> => {
  const { status, body } = await hold(json, as);
  expect(status, JSON.stringify(body)).toBe(201);
  return body;
};
export const giveBack = (id: string, as: CallOptions['as']) => call('DELETE', `${HOLDS}/${id}`, { as });
/** As if so many seconds had passed. */
export const pass = (id: string, seconds: number) =>
  rows('UPDATE calendar_hold SET expires_at = expires_at - ? WHERE id = ?', seconds * 1000, id);

/** What a refusal is known by. */
export const answer = ({ status, body }: { status: number; body: Body }) => [status, body.code];
