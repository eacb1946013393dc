// What is measured beside the floor, and how much of the floor's speed the service is to keep.
import { isDeepStrictEqual } from 'node:util';
import { body, EMAIL, PASSWORD } from './lib/bodies.mjs';
import { idOf } from './lib/hospital.mjs';

const several = (n, make) => Array.from({ length: n }, (_, i) => make(i + 1));
const get = (path) => ({ method: 'GET', path });
const post = (path, json) => ({
  method: 'POST',
  path,
  body: JSON.stringify(json),
  headers: { 'content-type': 'application/json' },
});

const invoice = (i) => body.invoice({ patient: () => idOf('patient', i * 4 + 1) }, 0);

/**
 * `goal`: the least ratio of the service's requests per second to the floor's, without simulators; `simulated`: the same as
 * `wrangler dev` serves it; `node`: plain Node has it too; `times`: how many times as long as of the others its runs are.
 */
export const CASES = {
  get: {
    title: 'get a patient',
    goal: 0.8,
    simulated: 0.55,
    node: true,
    // As in all of the hospital one in five has a file, which is read with the patient; the first one has.
    requests: ({ counts }) =>
      several(200, (i) => get(`/patient/${idOf('patient', (i * counts.patient) / 200 - ((i - 1) % 5))}`)),
  },
  list: { title: '100 patients', goal: 0.92, node: true, requests: () => [get('/patient/?limit=100')] },
  invoices: { title: '100 invoices', goal: 0.92, node: true, requests: () => [get('/invoice/?limit=100')] },
  search: {
    title: 'search, 40 found',
    goal: 0.8,
    requests: ({ row, counts }) =>
      several(100, (i) =>
        get(`/patient/?search=${row('patient', 1 + ((i * 40) % counts.patient)).last_name}&limit=100`),
      ),
  },
  static: {
    title: 'file of 100 KiB',
    goal: 0.92,
    requests: () => several(20, (i) => get(`/static/${idOf('patient', i * 5)}/${idOf('file', i)}.pdf`)),
  },
  create: {
    title: 'create patient',
    goal: 0.65,
    node: true,
    // Each new patient is compared with those who may be the same person: thousands who are would all be compared.
    requests: () => [
      {
        ...post('/patient/', body.person()),
        setupRequest: (request) => ({ ...request, body: JSON.stringify(body.person()) }),
      },
    ],
  },
  'create-invoice': {
    title: 'create invoice',
    goal: 0.72,
    requests: () => several(100, (i) => post('/invoice/', invoice(i))),
  },
  // Six a second and core: a short run would see few.
  login: { title: 'log in', times: 3, requests: () => [post('/auth/login', { email: EMAIL, password: PASSWORD })] },
};

const OWN = new Set(['id', 'reg_number', 'created_at', 'updated_at', 'access_token', 'refresh_token', 'url']);
const compared = (value) => JSON.parse(JSON.stringify(value), (key, inner) => (OWN.has(key) ? typeof inner : inner));

/** Sends one request to each and sees that the answers are the same but for what is made up. @throws Error */
export async function sameAnswers(name, request, servers) {
  const answers = [];
  for (const { url, headers } of servers) {
    const { method, path, body } = request;
    const answer = await fetch(url + path, { method, body, headers: { ...headers, ...request.headers } });
    if (!answer.ok) throw new Error(`${name}: ${url}${path} answered ${answer.status} ${await answer.text()}`);
    const isJson = answer.headers.get('content-type')?.includes('json');
    answers.push(isJson ? compared(await answer.json()) : Buffer.from(await answer.arrayBuffer()).toString('latin1'));
  }
  const other = answers.find((answer) => !isDeepStrictEqual(answer, answers[0]));
  if (other === undefined) return;
  const [one, two] = [answers[0], other].map((answer) => JSON.stringify(answer).slice(0, 800));
  throw new Error(`${name}: the answers differ:\n${one}\n${two}`);
}
