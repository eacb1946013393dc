import * as z from 'zod';

export const UserSession = z
  .object({
    id: z.uuid(),
    created_at: z.iso.datetime(),
    last_used_at: z.iso.datetime().nullable().describe('Of the login or its last refresh'),
    expires_at: z.iso.datetime().describe('When it ends unless it is used'),
    device: z.string().nullable().describe('The `User-Agent` that logged in'),
    address: z.string().nullable().describe('Network address of its last use'),
    scope: z.string().optional().describe('What it was narrowed to, where it was'),
  })
  .meta({ id: 'UserSession' });
export type UserSession = z.output<typeof UserSession>;

export const Session = z
  .object({ ...UserSession.shape, current: z.boolean().describe('The login of this access token') })
  .meta({ id: 'Session' });
export type Session = z.output<typeof Session>;
