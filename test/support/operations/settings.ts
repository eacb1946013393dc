import type { Operations } from './record.ts';

export const settings: Operations = {
  'GET /settings/': { cases: { 'what a portal must know': { budget: { trips: 0, read: 0, written: 0, r2: 0 } } } },
};
