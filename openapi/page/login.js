// A form under "Authorize" in place of Swagger UI's own for OAuth 2.0, which asks for client ids, knows no second factor and
// says "Unauthorized" for whatever the service answers. Its tokens go where Swagger UI looks for them, in memory: closing
// the page forgets them.

/** The security scheme of the document that this logs in to. */
const SCHEME = 'oauth2';
/** Tokens are renewed this long before they expire. */
const EARLY = 30_000;

/**
 * Without cookies: none may stay behind on a computer that others use, nor replace those of a portal.
 * @returns the status and the JSON of the answer; 0 if none came, or one of something in between, which is not JSON
 */
async function post(path, body) {
  try {
    const answer = await fetch(path, {
      method: 'POST',
      credentials: 'omit',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const text = await answer.text();
    return { status: answer.status, body: text ? JSON.parse(text) : {} };
  } catch {
    return { status: 0, body: { detail: 'The service did not answer: try again' } };
  }
}

/** What an error says: a text, or the faults of a 422. */
const messageOf = ({ detail }) =>
  Array.isArray(detail) ? detail.map(({ loc, msg }) => `${loc.at(-1)}: ${msg}`).join('; ') : detail;

/** Into the state that Swagger UI takes the header of each request from. */
function keep({ authActions }, auth, tokens) {
  const token = { ...tokens, expires_at: Date.now() + tokens.expires_in * 1000 };
  authActions.authorizeOauth2({ auth, token });
}

let renewal;
/**
 * Renews a token that is about to expire, once for all requests that wait for it. Only a 401 ends the login: where the service
 * is busy or does not answer, requests go on with the token that there is, and the next one tries again.
 */
async function renew(ui, login) {
  const { status, body } = await post('/auth/refresh', { refresh_token: login.token.refresh_token });
  if (status === 200) keep(ui, login, body);
  if (status === 401) ui.authActions.logout([SCHEME]);
  return status === 200 ? body.access_token : undefined;
}

/** Swagger UI's `requestInterceptor`. */
export async function withFreshToken(ui, request) {
  const login = ui.authSelectors.authorized().get(SCHEME)?.toJS();
  const isOurs = login && request.headers.Authorization === `Bearer ${login.token.access_token}`;
  if (!isOurs || Date.now() < login.token.expires_at - EARLY) return request;
  renewal ??= renew(ui, login).finally(() => {
    renewal = undefined;
  });
  const token = await renewal;
  if (token) request.headers.Authorization = `Bearer ${token}`;
  return request;
}

/** A plugin of Swagger UI: https://swagger.io/docs/open-source-tools/swagger-ui/customization/plug-points/ */
export function loginPlugin({ React }) {
  const h = React.createElement;

  const field = (label, name, attributes) =>
    h('label', { key: name }, label, h('input', { name, required: true, ...attributes }));

  /** Swagger UI's row of buttons: ours, and the one that closes the dialog. */
  function Buttons({ action, onClick, authActions }) {
    const close = () => authActions.showDefinitions(false);
    return h(
      'div',
      { className: 'auth-btn-wrapper' },
      h('button', { className: 'btn modal-btn auth authorize', type: onClick ? 'button' : 'submit', onClick }, action),
      h('button', { className: 'btn modal-btn auth btn-done', type: 'button', onClick: close }, 'Done'),
    );
  }

  function LogIn({ name, schema, authActions }) {
    const [needsCode, setNeedsCode] = React.useState(false);
    const [error, setError] = React.useState();
    // After the other schemes' fields, which take the focus as they appear.
    const first = React.useRef();
    React.useEffect(() => first.current.focus(), []);

    async function submit(event) {
      event.preventDefault();
      setError(undefined);
      const sent = Object.fromEntries(new FormData(event.target));
      const { status, body } = await post('/auth/login', sent);
      if (status === 200) return keep({ authActions }, { name, schema, username: sent.email }, body);
      if (body.code === 'totp_required') return setNeedsCode(true);
      setError(messageOf(body));
    }

    return h(
      'form',
      { onSubmit: submit },
      field('E-mail', 'email', { type: 'email', autoComplete: 'username', ref: first }),
      field('Password', 'password', { type: 'password', autoComplete: 'current-password' }),
      needsCode && field('Code of your authenticator app', 'totp', { autoComplete: 'one-time-code', autoFocus: true }),
      error && h('p', { role: 'alert' }, error),
      h(Buttons, { action: 'Log in', authActions }),
    );
  }

  function LoggedIn({ login, name, authActions }) {
    async function logOut() {
      authActions.logout([name]);
      await post('/auth/logout', { refresh_token: login.getIn(['token', 'refresh_token']) });
    }
    return h(
      'div',
      null,
      h('p', { role: 'status' }, `Logged in as ${login.get('username')}, for all operations.`),
      h(Buttons, { action: 'Log out', onClick: logOut, authActions }),
    );
  }

  /** Of each flow of the scheme: a program's secret does not belong on this page. */
  function Login({ name, schema, authSelectors, authActions }) {
    if (schema.get('flow') !== 'password') return null;
    const login = authSelectors.authorized().get(name);
    return h(
      'div',
      { className: 'login' },
      h('h4', null, 'Log in'),
      login ? h(LoggedIn, { login, name, authActions }) : h(LogIn, { name, schema, authActions }),
    );
  }

  return { components: { oauth2: Login } };
}
