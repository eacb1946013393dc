import { env } from 'cloudflare:workers';

/** Volumes are small at the desk, and full where VOLUMES=full says so, as `.ci/run` does. */
export const isFull = env.VOLUMES === 'full';
