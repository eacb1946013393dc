import { Hono } from 'hono';
import { emailHash } from '../../../auth/devices';
import { FORM_TYPE, mediaType } from '../../../http/body';
import type { AppEnv } from '../../../http/context';
import { refreshCookie, sentDevice, setDeviceCookie, setRefreshCookie } from '../../../http/cookies';
import { endpoint } from '../../../http/endpoint';
import { limitHashing } from '../../../http/limits';
import { serviceContext } from '../../../http/service-context';
import { TOKEN_HEADERS, Tokens } from '../refresh-tokens/schemas';
import { Login, LoginForm, LoginRefused } from './schemas';
import { logIn } from './service';

export const loginRoutes = new Hono<AppEnv>({ strict: false }).post(
  '/login',
  endpoint({
    operationId: 'login',
    summary: 'Log in',
    description:
      'Takes JSON, or the OAuth 2.0 password form with the e-mail as `username`. Somebody else’s wrong passwords do not ' +
      'make a client wait that has logged in before: by the cookies of that login, or by its refresh token. An account ' +
      'with a second factor also needs `totp`: until it comes along, the answer to the right password is 401 with ' +
      '`code: "totp_required"`.',
    json: Login,
    form: LoginForm,
    answers: {
      200: { description: 'The tokens; the refresh token also as a cookie', body: Tokens },
      401: { description: 'Not logged in', body: LoginRefused },
    },
    errors: ['throttled'],
  }),
  async (c) => {
    // Which of the two was validated depends on what the client sent.
    const form = mediaType(c) === FORM_TYPE ? c.req.valid('form') : undefined;
    const { refresh_token, ...sent } = form ? { ...form, email: form.username } : c.req.valid('json');
    const email_hash = await emailHash(sent.email);
    const device = await sentDevice(c, email_hash);
    await limitHashing(c, device?.id);
    const loggedIn = await logIn(serviceContext(c), {
      ...sent,
      email_hash,
      device,
      refresh_token: refresh_token ?? refreshCookie(c) ?? null,
      user_agent: c.req.header('user-agent') ?? '',
    });
    setRefreshCookie(c, loggedIn.tokens.refresh_token, loggedIn.refresh_lifetime);
    await setDeviceCookie(c, { email_hash, device: loggedIn.device });
    return c.json(loggedIn.tokens, 200, TOKEN_HEADERS);
  },
);
