// The median that a portal sees, computed from the round trips of each endpoint.
import { BUDGETS } from '../../test/support/budgets.ts';
import { CITIES } from './regions.mjs';

/** Milliseconds that are assumed; docs/latency.md says why. */
export const ASSUMED = {
  client: 15, // from the portal to the nearest Cloudflare location and back, on an open connection
  same: 2, // between two services in one place
  worker: 1, // the Worker's own work
  read: 1, // D1: a batch that reads
  write: 5, // D1: a batch that writes, until it is durable
  scrypt: 150, // a login's password
  r2: 20, // R2: to the first byte, in the bucket's place
};

/** What a portal does, by its row in the budgets. */
export const ENDPOINTS = {
  'Get a patient': { budget: 'get /patient/{id}' },
  'List 100 invoices': { budget: 'get /invoice/, 100 rows' },
  'Create a patient': { budget: 'post /patient/' },
  'Update an invoice': { budget: 'put /invoice/{id}' },
  'Log in': { budget: 'post /auth/login', own: ASSUMED.scrypt },
  'Read a file': { budget: 'get /static/{file_path}' },
};

/** Round trips that read and that write: the writing one is the last. */
export function tripsOf({ budget }) {
  const { trips, written, r2 } = BUDGETS[budget];
  const writes = written > 0 ? 1 : 0;
  return { reads: trips - writes, writes, files: r2 };
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
  replicas: (endpoint, city) => ASSUMED.client + beyond(endpoint, toReplica(city), toPrimary(city)),
};
