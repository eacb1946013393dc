// The floor: the least code that gives the same answers from the same database. No framework, no authentication, no
// validation, no error handling, no audit trail: nobody could run it, but nothing on this platform can be faster.
import { scrypt, timingSafeEqual } from 'node:crypto';
import {
  CREATE_INVOICE,
  CREATE_PATIENT,
  FILE,
  INVOICES,
  invoiceRow,
  PATIENT,
  PATIENTS,
  patientRow,
  SEARCH,
  TOTAL,
  toInvoice,
  toPatient,
} from './lib/plain.mjs';

async function getPatient({ DB }, id, origin) {
  return Response.json(toPatient(await DB.prepare(PATIENT).bind(id).first(), origin));
}

async function listPatients({ DB }, query) {
  const word = query.get('search')?.toLowerCase();
  const limit = Number(query.get('limit') ?? 100);
  const { results } = word
    ? await DB.prepare(SEARCH).bind(word, limit).all()
    : await DB.prepare(PATIENTS).bind(limit).all();
  return Response.json(results);
}

async function createPatient({ DB }, request) {
  const input = await request.json();
  const row = patientRow(input, crypto.randomUUID(), Date.now());
  const { id, reg_number } = await DB.prepare(CREATE_PATIENT)
    .bind(...Object.values(row))
    .first();
  return Response.json({ id, reg_number, ...input, files: [] }, { status: 201 });
}

async function listInvoices({ DB }, query) {
  const limit = Number(query.get('limit') ?? 100);
  const [total, page] = await DB.batch([DB.prepare(TOTAL), DB.prepare(INVOICES).bind(limit)]);
  return Response.json({ total: total.results[0].total, offset: 0, limit, data: page.results.map(toInvoice) });
}

async function createInvoice({ DB }, request) {
  const row = invoiceRow(await request.json(), crypto.randomUUID(), Date.now());
  const { reg_number } = await DB.prepare(CREATE_INVOICE)
    .bind(...Object.values(row))
    .first();
  const { version, issue_at, due_at, terms, ...answered } = row;
  return Response.json(toInvoice({ ...answered, reg_number }), { status: 201 });
}

async function getFile({ DB, FILES }, path) {
  const [entity_id, name] = path.split('/');
  const [id, extension] = name.split('.');
  const [row, object] = await Promise.all([
    DB.prepare(FILE).bind(id, entity_id, `.${extension}`).first(),
    FILES.get(path),
  ]);
  const headers = { 'content-type': 'application/pdf', 'content-length': object.size, etag: object.httpEtag };
  return row && new Response(object.body, { headers });
}

const derive = (password, salt) =>
  new Promise((resolve, reject) =>
    scrypt(password, salt, 32, { N: 2 ** 14, r: 8, p: 5, maxmem: 2 ** 26 }, (error, key) =>
      error ? reject(error) : resolve(key),
    ),
  );

async function logIn({ DB }, request) {
  const { email, password } = await request.json();
  const user = await DB.prepare('SELECT id, password_hash FROM user WHERE email_key = ? AND deleted_at IS NULL')
    .bind(email)
    .first();
  const [salt, hash] = user.password_hash.split('$').slice(3);
  const key = await derive(password, Buffer.from(salt, 'base64url'));
  if (!timingSafeEqual(key, Buffer.from(hash, 'base64url'))) return new Response(null, { status: 401 });
  await DB.prepare('INSERT INTO login_session (id, user_id, created_at, expires_at) VALUES (?, ?, ?, ?)')
    .bind(crypto.randomUUID(), user.id, Date.now(), Date.now() + 2_592_000_000)
    .run();
  const [access_token, refresh_token] = [crypto.randomUUID(), crypto.randomUUID()];
  return Response.json({ access_token, token_type: 'bearer', expires_in: 900, refresh_token });
}

export default {
  async fetch(request, env) {
    const url = new URL(request.url);
    const [, resource, ...rest] = url.pathname.split('/');
    const isPost = request.method === 'POST';
    if (resource === 'patient' && isPost) return createPatient(env, request);
    if (resource === 'patient' && rest[0]) return getPatient(env, rest[0], url.origin);
    if (resource === 'patient') return listPatients(env, url.searchParams);
    if (resource === 'invoice' && isPost) return createInvoice(env, request);
    if (resource === 'invoice') return listInvoices(env, url.searchParams);
    if (resource === 'static') return getFile(env, rest.join('/'));
    if (resource === 'auth') return logIn(env, request);
    return new Response(null, { status: 404 });
  },
};
