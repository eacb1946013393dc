import type { enAdmin } from './en-admin';

export const arAdmin: typeof enAdmin = {};
