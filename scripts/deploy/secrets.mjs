// The state of a deployment's secrets, as far as their names tell: Cloudflare shows no value.
export const PREVIOUS = 'JWT_SECRET_PREVIOUS';
/** Beside a previous secret that is none: tells a stopped service from one whose key is being rotated. The service does not read it. */
export const STOPPED = 'SERVICE_STOPPED';

export const isStopped = (names) => names.includes(STOPPED);
