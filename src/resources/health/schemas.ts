import * as z from 'zod';

export const Health = z.object({ status: z.literal('ok').describe('The Worker answers') }).meta({ id: 'Health' });

const state = z.enum(['ok', 'failed', 'timeout']);

export const Readiness = z
  .object({
    status: z.enum(['ok', 'unavailable']).describe('`ok` if every check is'),
    checks: z.object({
      settings: state.describe('variables and secrets'),
      database: state.describe('D1 answers'),
      migrations: state.describe('the database has the schema that this version needs'),
      files: state.describe('R2 answers'),
    }),
  })
  .meta({ id: 'Readiness' });
export type Readiness = z.output<typeof Readiness>;
export type State = z.output<typeof state>;
