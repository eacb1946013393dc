// Accounts of a service that runs in a process of its own, and their requests.

export const PASSWORD = 'stethoscope & 9 lives';

/** Answers with what a test looks at; throws only where no answer came. */
export async function send(url, method, path, { token, json, body, headers = {} } = {}) {
  const sent = { ...(token && { authorization: `Bearer ${token}` }), ...headers };
  if (json !== undefined) sent['content-type'] = 'application/json';
  const answer = await fetch(url + path, {
    method,
    redirect: 'manual',
    headers: sent,
    body: json === undefined ? body : JSON.stringify(json),
  });
  const bytes = Buffer.from(await answer.arrayBuffer());
  const isJson = bytes.length > 0 && answer.headers.get('content-type')?.startsWith('application/json');
  return { status: answer.status, headers: answer.headers, bytes, body: isJson ? JSON.parse(bytes) : undefined };
}

let made = 0;
/** Signs up, gives the account its role past the service, and logs in. */
export async function logIn(service, role) {
  const email = `${role}${++made}@system.example`;
  const json = { email, password: PASSWORD, full_name: 'System Test' };
  const { status, body } = await send(service.url, 'POST', '/auth/signup', { json });
  if (status !== 200) throw new Error(`Signing up: ${status}`);
  await service.query('UPDATE user SET type = ? WHERE id = ?', role, body.id);
  const tokens = (await send(service.url, 'POST', '/auth/login', { json: { email, password: PASSWORD } })).body;
  return {
    id: body.id,
    email,
    token: tokens.access_token,
    refresh_token: tokens.refresh_token,
    call: callOf(service, tokens.access_token),
  };
}

/** A program with a secret. @param admin as `logIn` has it */
export async function register(admin) {
  const json = { name: 'Warehouse', scope: 'system/*.cruds', secret: true };
  return (await admin.call('POST', '/auth/clients', { json })).body;
}

/** What a program is answered when it asks for a token. */
export const askToken = (service, { client_id, client_secret }) =>
  send(service.url, 'POST', '/auth/token', {
    body: new URLSearchParams({ grant_type: 'client_credentials', client_id, client_secret }),
  });

/** Requests of an account, or without a token: `call('POST', '/patient/', { json })`. */
export const callOf = (service, token) => (method, path, options) =>
  send(service.url, method, path, { token, ...options });
