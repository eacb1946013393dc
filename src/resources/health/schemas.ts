import * as z from 'zod';

export const Health = z.object({ status: z.literal('ok').describe('The Worker answers') }).meta({ id: 'Health' });

export const Readiness = z
  .object({
    status: z.enum(['ok', 'unavailable']).describe('`ok` if the service can do its work'),
    checks: z.object({
      settings: z.enum(['ok', 'failed']).describe('variables and secrets'),
      database: z
        .enum(['ok', 'failed', 'timeout', 'full'])
        .describe('D1 answers; `failed` or `full` also while it answers, but takes no writes'),
      migrations: z
        .enum(['ok', 'failed', 'unknown'])
        .describe('the database has the schema that this version needs; `unknown` where it does not answer'),
      files: z.enum(['ok', 'failed', 'timeout']).describe('R2 answers'),
      queue: z
        .enum(['ok', 'failed', 'timeout', 'none'])
        .describe('the queue of the access log answers; `none`, which is no failure, where the service has none'),
      limits: z.enum(['ok', 'failed']).describe('every limit is bound: `missing` names those that are not'),
    }),
    missing: z.array(z.string()).optional().describe('Bindings that the deployment lacks'),
    reason: z
      .string()
      .optional()
      .describe('Why this version cannot work with the database at all, and which one leads there'),
    version: z
      .string()
      .optional()
      .describe('To admins: the version that answers, by its tag, or its id where it has none'),
    migration: z.string().optional().describe('To admins: the last migration of the database, where it answers'),
  })
  .meta({ id: 'Readiness' });
export type Readiness = z.output<typeof Readiness>;
export type Checks = Readiness['checks'];
