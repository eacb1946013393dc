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
