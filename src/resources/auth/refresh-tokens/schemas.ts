import * as z from 'zod';

export const RefreshBody = z
  .object({ refresh_token: z.string().optional().describe('Left out: the cookie of the login is used') })
  .meta({ id: 'RefreshInput' });

/** Beside `Cache-Control: no-store`, which every answer has: OAuth 2.0 asks for both (RFC 6749, 5.1). */
export const TOKEN_HEADERS = { pragma: 'no-cache' };

export const Tokens = z
  .object({
    access_token: z.string(),
    token_type: z.literal('bearer'),
    expires_in: z.int().describe('Seconds until the access token expires'),
    refresh_token: z.string(),
    totp_enrolment_required: z
      .literal(true)
      .optional()
      .describe('The account has no rights until its owner has set up a second factor (`POST /auth/totp`)'),
    scope: z.string().optional().describe('What the login was narrowed to, where it was: the scopes that are granted'),
  })
  .meta({ id: 'Tokens' });
export type Tokens = z.output<typeof Tokens>;
