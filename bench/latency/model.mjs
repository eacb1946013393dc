// The median that a portal sees, computed from the round trips of each endpoint.
import { readFileSync } from 'node:fs';
import { callsIn, costsIn } from '../lib/ledger.ts';
import { ASSUMED } from './assumed.ts';
import { CITIES } from './regions.mjs';

/**
 * What a portal does: an operation of the service, and the case of it whose trips count. `primary`: asks no replica.
 * `writes`: the trips that write, where it is not the last alone.
 */
export const ENDPOINTS = {
  'Get a patient': { operation: 'GET /patient/{id}', named: 'reduced' },
  'List 100 invoices': { operation: 'GET /invoice/', named: '100 rows' },
  'Create a patient': { operation: 'POST /patient/', named: 'a new patient' },
  'Update an invoice': { operation: 'PUT /invoice/{id}', named: 'issued, with a catalog line' },
  'Log in': {
    operation: 'POST /auth/login',
    named: 'the right password',
    writes: 2,
    own: ASSUMED.scrypt,
    primary: true,
  },
  'Read a file': { operation: 'GET /static/{file_path}', named: 'the whole file' },
};

const COSTS = costsIn(readFileSync(new URL('../../test/support/operations/ledger.md', import.meta.url), 'utf8'));

/** Round trips that read and that write. */
export function tripsOf({ operation, named, ...given }) {
  const { trips, wrote, row } = COSTS.get(`${operation}: ${named}`);
  const writes = given.writes ?? (wrote > 0 ? 1 : 0);
  return { reads: trips - writes, writes, files: callsIn(row.R2) };
}

const between = (city, replica) => CITIES[city].to[replica] ?? ASSUMED.same;
const toPrimary = (city) => between(city, 0);
const toReplica = (city) => Math.min(...CITIES[city].to.map((_, i) => between(city, i)));

/** Work in the Worker and beyond, when reads go `readAway` ms and writes and files `away` ms from it. */
function beyond(endpoint, readAway, away) {
  const { reads, writes, files } = tripsOf(endpoint);
  const database = reads * (readAway + ASSUMED.read) + writes * (away + ASSUMED.write);
  const bucket = files * (away + ASSUMED.r2);
  return ASSUMED.worker + (endpoint.own ?? 0) + Math.max(database, bucket);
}

/** The three arrangements: milliseconds for an endpoint called from a city. */
export const ARRANGEMENTS = {
  near: (endpoint, city) => ASSUMED.client + beyond(endpoint, toPrimary(city), toPrimary(city)),
  smart: (endpoint, city) => ASSUMED.client + toPrimary(city) + beyond(endpoint, ASSUMED.same, ASSUMED.same),
  replicas: (endpoint, city) =>
    ASSUMED.client + beyond(endpoint, endpoint.primary ? toPrimary(city) : toReplica(city), toPrimary(city)),
};
