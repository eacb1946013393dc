import type { Operations } from './record.ts';

export const settings: Operations = {
  'GET /settings/': { cases: { 'what a portal must know': {} } },
};
