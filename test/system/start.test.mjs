// `npm start` itself, as a developer runs it on a machine in a network: what it serves, and what it leaves on the disk.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { filesIn, root } from '../../scripts/lib.mjs';
import { sqliteFile } from '../../scripts/local-worker.mjs';
import { createMailbox } from '../../scripts/mails.mjs';
import { answerMails } from '../../scripts/mails-page.mjs';
import { makeDocument } from '../../scripts/openapi.mjs';
import { isReady, isWorthShowing } from '../../scripts/wrangler-talk.mjs';
import { command } from './lib/command.mjs';
import { npmStart, sendTo } from './lib/npm-start.mjs';
import { temporaryDirectory } from './lib/service.mjs';

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** The addresses of this machine: itself, and what others in its network call it. */
const network = Object.values(networkInterfaces())
  .flat()
  .find(({ family, internal }) => family === 'IPv4' && !internal)?.address;
const addresses = ['127.0.0.1', ...(network ? [network] : [])];

let service;
let send;
let auth;
let patient;
let file;

async function sendJson(method, path, json, headers = {}) {
  const body = json === undefined ? undefined : JSON.stringify(json);
  const { status, bytes } = await send(method, path, {
    headers: { 'content-type': 'application/json', ...headers },
    body,
  });
  assert.ok(status < 300, `${method} ${path}: ${status} ${bytes}`);
  return JSON.parse(bytes);
}

/** What stands in the files of the data directory. */
const stored = () =>
  readdirSync(service.data, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => readFileSync(join(parentPath, name)));

before(async () => {
  service = await npmStart({
    prepare: (data) => {
      // What versions before this one left behind.
      mkdirSync(join(data, 'v3', 'observability'), { recursive: true });
      writeFileSync(join(data, 'v3', 'observability', 'traces'), 'GET /patient/?search=Oldtraced');
    },
  });
  send = sendTo(service.port);

  const account = { email: 'nina@clinic.example', password: 'a horse of course 7', full_name: 'Nina Nurse' };
  await sendJson('POST', '/auth/signup', account);
  auth = { authorization: `Bearer ${(await sendJson('POST', '/auth/login', account)).access_token}` };
  const person = { first_name: 'Åsa', last_name: 'Storedname', gender: 'female' };
  patient = await sendJson('POST', '/patient/', person, auth);
  const path = `/static/upload_file?entity_id=${patient.id}&filename=scan.png`;
  const headers = { ...auth, 'content-type': 'image/png', 'content-length': PNG.length };
  file = JSON.parse((await send('POST', path, { headers, body: PNG })).bytes);
});

after(() => service?.stop());

test('What webhooks have missed is tried by the minute’s tick', { timeout: 150_000 }, async (t) => {
  const database = new DatabaseSync(sqliteFile(join(service.data, 'v3')), { timeout: 5_000 });
  t.after(() => database.close());
  // Behind the service's back, so that no request hands anything out. Nobody listens there.
  database.exec(
    `INSERT INTO webhook (id, version, created_at, updated_at, url, types, secret, cursor)
      VALUES ('00000000-0000-4000-8000-000000000000', 1, 0, 0, 'http://127.0.0.1:9/hook', '["patient.*"]', 'whsec_AAAA', 0)`,
  );
  const tried = database.prepare(
    'SELECT a.entity_id FROM webhook_delivery d JOIN audit a ON a.seq = d.event_seq WHERE d.attempts > 0',
  );
  while (tried.all().length === 0) await sleep(200);
  assert.deepEqual(
    tried.all().map(({ entity_id }) => entity_id),
    [patient.id],
  );
});

/** Ways to write a path of the toolchain that its own routing, or a check in front of it, may read differently. */
const spellings = (path) => [
  path,
  `/.${path}`,
  `/static/..${path}`,
  `/%2e${path}`,
  path.replaceAll('/', '\\').replace('\\', '/'),
  path.replace('cdn-cgi', '%63dn-cgi'),
  path.replace('cdn-cgi', 'CDN-CGI'),
  `/${path}`,
  `http://localhost${path}`,
  `http://127.0.0.1:8787${path}`,
];

const explorer = ['/cdn-cgi/explorer', '/cdn-cgi/local/explorer'].flatMap((base) => [
  base,
  `${base}/`,
  `${base}/api/local/workers`,
  `${base}/api/d1/database`,
  `${base}/api/r2/buckets`,
]);

describe('npm start serves nothing of its toolchain', () => {
  const closed = async (path, address, headers) => {
    const { status, bytes } = await send('GET', path, { address, headers });
    assert.ok([400, 403, 404].includes(status), `${path} at ${address} ${JSON.stringify(headers)}: ${status} ${bytes}`);
  };

  for (const address of addresses) {
    const hosts = ['127.0.0.1', 'localhost', '[::1]', '192.0.2.1', 'clinic.example'].map((host) => `${host}:8787`);

    test(`neither its SQL console nor R2's bytes, by any spelling: ${address}`, async () => {
      const [, key] = /\/static\/(.+)$/.exec(file.url);
      const closedPaths = [
        ...explorer,
        `/cdn-cgi/local/r2/public/hospital-files/${key}`,
        '/cdn-cgi/local/email?from=a@b.example&to=c@d.example',
        '/cdn-cgi/handler/email?from=a@b.example&to=c@d.example',
        '/cdn-cgi/local/platform-proxy',
        '/cdn-cgi/live-reload',
        '/__cf_local/stream',
      ];
      for (const host of hosts) {
        for (const path of closedPaths) {
          for (const spelt of spellings(path)) await closed(spelt, address, { host });
        }
      }
    });

    test(`not by a header that wrangler reads: ${address}`, async () => {
      for (const host of hosts) {
        for (const path of explorer) {
          const headers = { host, 'MF-Original-URL': `http://localhost${path}` };
          const { status, headers: answered } = await send('GET', '/nope', { address, headers });
          assert.deepEqual([status, Boolean(answered['x-request-id'])], [404, true], `${path} ${host}`);
        }
      }
    });
  }

  test('but the hourly job, to this machine only', async () => {
    const path = '/cdn-cgi/local/scheduled?cron=17+*+*+*+*';
    assert.equal((await send('GET', path, { headers: { host: `localhost:${service.port}` } })).status, 200);
    assert.equal((await send('GET', path, { headers: { host: 'clinic.example' } })).status, 403);
    for (const address of addresses.slice(1)) {
      for (const spelt of spellings(path)) await closed(spelt, address, { host: 'localhost' });
    }
  });
});

/** What people and tools open by its address. All else is asked for by one of these. */
const ENTRIES = [
  '/docs.html',
  '/docs/conventions.html',
  '/docs/swagger-ui-bundle.js.LICENSE.txt',
  '/docs/swagger-ui.LICENSE.txt',
  '/docs/swagger-ui.NOTICE.txt',
  '/openapi.json',
  '/portal/index.html',
];

describe('The files that are served', () => {
  const files = () =>
    filesIn(join(root, 'public'))
      .filter((path) => !path.startsWith('_'))
      .map((path) => `/${path}`);

  /** In answers of 200, in redirects (/docs.html, /docs/) and where the client's copy is still right. */
  test('are sent with the headers of a browser’s defences', async () => {
    for (const path of ['/docs', '/docs/', '/docs?x=1', ...files()]) {
      const { status, headers } = await send('GET', path);
      assert.ok([200, 307].includes(status), `${path}: ${status}`);
      const again = status === 200 ? [await send('GET', path, { headers: { 'if-none-match': headers.etag } })] : [];
      for (const answer of [{ status, headers }, await send('HEAD', path), ...again]) {
        const shown = `${path} ${answer.status} ${JSON.stringify(answer.headers)}`;
        assert.match(
          answer.headers['content-security-policy'] ?? '',
          /^default-src 'none';.* frame-ancestors 'none'$/,
          shown,
        );
        assert.doesNotMatch(answer.headers['content-security-policy'], /unsafe/, shown);
        assert.equal(answer.headers['strict-transport-security'], 'max-age=31536000; includeSubDomains', shown);
        assert.equal(answer.headers['referrer-policy'], 'no-referrer', shown);
        assert.equal(answer.headers['x-content-type-options'], 'nosniff', shown);
        assert.equal(answer.headers['x-robots-tag'], 'noindex', shown);
      }
    }
  });

  test('are kept for good under a name made of their content, or asked for anew each time', async () => {
    const assets = files().filter((path) => !ENTRIES.includes(path));
    assert.equal(files().length, ENTRIES.length + assets.length);
    for (const type of ['docs/assets/.*js', 'docs/assets/.*css', 'portal/assets/.*js', 'portal/assets/.*css']) {
      assert.ok(
        assets.some((path) => new RegExp(`^/${type}$`).test(path)),
        `${type} in ${assets.join()}`,
      );
    }
    for (const path of assets) {
      // Vite's names are its own affair; those of /docs are of the bytes as they are sent.
      const [, hash] =
        /-([\w-]{8,16})\.\w+$/.exec(path) ?? assert.fail(`${path} is neither an entry nor named by its content`);
      const { headers, bytes } = await send('GET', path);
      assert.equal(headers['cache-control'], 'public, max-age=31536000, immutable', path);
      if (path.startsWith('/docs/')) assert.equal(createHash('sha256').update(bytes).digest('hex').slice(0, 16), hash);
    }
    for (const path of ENTRIES) {
      const address = path.replace(/(index)?\.html$/, '');
      const { status, headers } = await send('GET', address);
      assert.equal(status, 200, address);
      assert.match(headers['cache-control'], /^public, max-age=(0, must-revalidate|300)$/, address);
      assert.equal((await send('GET', address, { headers: { 'if-none-match': headers.etag } })).status, 304, address);
    }
  });
});

describe('The OpenAPI document', () => {
  test('is that of the routes, and tools of any origin may read it', async () => {
    const { status, headers, bytes } = await send('GET', '/openapi.json', { headers: { origin: 'https://a.example' } });
    assert.equal(status, 200);
    assert.deepEqual(JSON.parse(bytes), JSON.parse(makeDocument()));
    assert.match(headers['content-type'], /^application\/json\b/);
    assert.equal(headers['cache-control'], 'public, max-age=300');
    assert.equal(headers['access-control-allow-origin'], '*');
  });

  test('is read only', async () => {
    assert.deepEqual(
      [(await send('HEAD', '/openapi.json')).status, (await send('POST', '/openapi.json')).status],
      [200, 405],
    );
  });
});

describe('npm start passes on what belongs to the service', () => {
  test('bytes, both ways and in parts', async () => {
    const path = new URL(file.url).pathname;
    assert.deepEqual((await send('GET', path)).bytes, PNG);
    const part = await send('GET', path, { headers: { range: 'bytes=0-3' } });
    assert.deepEqual([part.status, part.bytes], [206, PNG.subarray(0, 4)]);
    const head = await send('HEAD', path);
    assert.deepEqual([head.status, head.headers['content-length']], [200, String(PNG.length)]);
  });

  test('large files, and a refusal before the whole body has come', async () => {
    const bytes = Buffer.concat([PNG, Buffer.alloc(30 * 1024 * 1024)]);
    const path = `/static/upload_file?entity_id=${patient.id}&filename=large.png`;
    const type = { 'content-type': 'image/png', 'content-length': bytes.length };
    const uploaded = await send('POST', path, { headers: { ...auth, ...type }, body: bytes });
    assert.equal(uploaded.status, 201, String(uploaded.bytes));
    const { url } = JSON.parse(uploaded.bytes);
    assert.equal((await send('GET', new URL(url).pathname)).bytes.equals(bytes), true);
    const json = { 'content-type': 'application/json', 'content-length': bytes.length };
    assert.equal((await send('POST', '/patient/', { headers: { ...auth, ...json }, body: bytes })).status, 413);
  });

  test('the address that the client used', async () => {
    for (const address of addresses) {
      const headers = { ...auth, host: `${address}:1` };
      const { files } = JSON.parse((await send('GET', `/patient/${patient.id}`, { address, headers })).bytes);
      assert.equal(new URL(files[0].url).host, `${address}:1`);
    }
  });

  test('several requests on one connection, the second after one with a body', async () => {
    const socket = connect(service.port, '127.0.0.1');
    const body = '{"email":"x"}';
    const host = 'host: localhost\r\n';
    socket.write(
      `POST /auth/login HTTP/1.1\r\n${host}content-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n`,
    );
    socket.write(
      `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\nGET /nope HTTP/1.1\r\n${host}connection: close\r\n\r\n`,
    );
    let text = '';
    for await (const chunk of socket) text += chunk;
    assert.deepEqual(text.match(/HTTP\/1\.1 \d+/g), ['HTTP/1.1 422', 'HTTP/1.1 404']);
  });
});

test('What is stored on this machine is for its owner only, whichever command makes it, and that of former versions', async () => {
  const modeOf = (data) => (statSync(join(data, 'v3')).mode & 0o777).toString(8);
  assert.equal(modeOf(service.data), '700', 'it was there before npm start, for all to read');
  const data = join(temporaryDirectory(), 'state');
  const { status, output } = await command(data, 'migrate-local');
  assert.equal(status, 0, output);
  assert.equal(modeOf(data), '700');
  assert.equal((await command(data, 'migrate-local')).output, '', 'nothing is left to apply');
});

test('npm start says what it does, and its addresses are the last of it, below what wrangler says of its start', async () => {
  // Before the tests of this file asked anything there was nothing else to say.
  const [told] = service.output.split('\n{"level"');
  assert.match(
    told,
    /(?:^|\n)Migrations are applied, .*\nStarting the service …\n\nPortal: +http:\S+\nHospital service: /,
  );
  assert.match(told, /\nCtrl-C stops the service\.\n?$/);
  assert.doesNotMatch(service.output, /^(Your Worker has access|env\.\w+ )/m);
});

test('What wrangler says later is shown, without its table of bindings and without addresses', () => {
  const said = [
    ['⎔ Reloading local server...', true],
    ['Your Worker has access to the following bindings:', false],
    ['Binding                                            Resource                  Mode', false],
    ['env.DB (hospital)                                  D1 Database               local', false],
    ['env.CURRENCY ("USD")                               Environment Variable      local', false],
    ['', false],
    ['✘ [ERROR] Build failed with 1 error:', true],
    ['[wrangler:info] Ready on http://127.0.0.1:21522', false],
    ['[wrangler:info] GET /patient/?search=Svensson 200 OK (15ms)', false],
  ];
  for (const [line, shown] of said) assert.equal(isWorthShowing(line), shown, line);
  assert.deepEqual(
    said.flatMap(([line]) => (isReady(line) ? [line] : [])),
    ['[wrangler:info] Ready on http://127.0.0.1:21522'],
  );
});

/** As wrangler writes a mail with these parts. @returns its lines */
function saidOf({ subject, text, html }) {
  const dir = temporaryDirectory();
  const parts = { 'a.txt': text, 'a.html': html, 'a.ics': 'BEGIN:VCALENDAR' };
  for (const [name, content] of Object.entries(parts)) writeFileSync(join(dir, name), content);
  return [
    '[wrangler:info] send_email binding called with MessageBuilder:',
    'From: "Harbour Clinic" <portal@clinic.example>',
    'To: ada@clinic.example',
    `Subject: ${subject}`,
    '',
    `Text: ${join(dir, 'a.txt')}`,
    `HTML: ${join(dir, 'a.html')}`,
    `Attachment (attachment): ../visit.ics -> ${join(dir, 'a.ics')}`,
  ];
}

describe('A mail of npm start', () => {
  const dir = temporaryDirectory();
  const mailbox = createMailbox(dir);
  const hostile = {
    subject: 'Überweisung <b>',
    text: 'Open\nhttps://a.example/#/x?a=1&b=2\n<script>',
    html: '<p>Open</p>',
  };
  const lines = saidOf(hostile);
  const [name] = lines.map((line) => mailbox.seeLine(line)).flatMap((shown) => /(\S+)\.txt$/.exec(shown)?.[1] ?? []);
  const asked = (path) => {
    let answer;
    const response = {
      writeHead: (status, headers) => ({
        end: (body) => {
          answer = { status, headers, body: String(body) };
        },
      }),
    };
    return answerMails(mailbox, path, response) ? answer : undefined;
  };
  const address = `/mails/${name?.split('/').at(-1)}`;

  test('becomes files for its owner only, of which one line names the text, and wrangler’s own are gone', () => {
    assert.equal(mailbox.seeLine('{"level":"info"}'), undefined, 'what follows is no mail’s');
    assert.deepEqual(
      filesIn(dir)
        .map((file) => file.replace(/^.*-001/, ''))
        .sort(),
      ['-visit.ics', '.html', '.txt'],
    );
    for (const file of filesIn(dir)) assert.equal(statSync(join(dir, file)).mode & 0o777, 0o600);
    assert.match(
      readFileSync(`${name}.txt`, 'utf8'),
      /\nTo: ada@clinic.example\nSubject: Überweisung <b>\n\nOpen\nhttps:/,
    );
    for (const line of lines.slice(5)) assert.throws(() => statSync(line.split(/: | -> /).at(-1)), /ENOENT/);
  });

  test('is shown without running anything of it', () => {
    assert.match(asked('/mails/').body, /<bdi>Überweisung &lt;b&gt;<\/bdi>.*\bada@clinic\.example/);
    const { headers, body } = asked(address);
    assert.match(body, /<a href="https:\/\/a\.example\/#\/x\?a=1&amp;b=2">/);
    assert.match(body, /<iframe sandbox [^>]*src="\/mails\/[^"]+\.html">/);
    assert.doesNotMatch(body, /<script|<b>/);
    assert.match(headers['content-security-policy'], /^default-src 'none'; .*frame-ancestors 'none'$/);
    const html = asked(`${address}.html`);
    assert.equal(html.body, hostile.html);
    assert.match(html.headers['content-security-policy'], /^sandbox; default-src 'none';/);
    assert.equal(asked(`${address}-visit.ics`).headers['content-type'], 'application/octet-stream');
  });

  test('is found by its name alone', () => {
    for (const path of ['/mails/x', '/mails/..', '/mails/.', '/mails/../v3', '/mails/%2e%2e', '/mail', '/mailsx'])
      assert.equal(asked(path), undefined, path);
  });

  test('goes when 200 newer ones are there, with all that belongs to it', () => {
    for (let n = 0; n < 200; n++) for (const line of saidOf({ ...hostile, subject: `No. ${n}` })) mailbox.seeLine(line);
    assert.equal(mailbox.list().length, 200);
    assert.equal(filesIn(dir).length, 600);
    assert.equal(asked(address), undefined);
  });
});

describe('The page of mails', () => {
  const mailsOf = (options) => send('GET', '/mails/', options);

  test('is for this machine only, under its own names', async () => {
    const { status, bytes } = await mailsOf();
    assert.deepEqual([status, /None yet/.test(bytes)], [200, true]);
    assert.equal((await mailsOf({ headers: { host: 'clinic.example' } })).status, 404);
    for (const address of addresses.slice(1)) {
      for (const host of [`${address}:${service.port}`, 'localhost']) {
        assert.equal((await mailsOf({ address, headers: { host } })).status, 404);
      }
    }
  });

  test('is named by the portal’s page, to this machine only', async () => {
    assert.equal((await send('GET', '/portal/')).headers['server-timing'], 'mails');
    for (const address of addresses.slice(1)) {
      assert.equal((await send('GET', '/portal/', { address })).headers['server-timing'], undefined);
    }
  });

  test('stays empty where others are let in, whom no link leads here', async () => {
    assert.match(
      service.output,
      /\nMails: +none, as others here could not follow their links: set BASE_URL in \.dev\.vars\n/,
    );
    assert.equal((await sendJson('GET', '/settings/', undefined, auth)).mail, false);
  });
});

test('npm start keeps no trace of what was searched for', async () => {
  const searched = `Searched${Date.now().toString(36)}`;
  for (let i = 0; i < 5; i++)
    assert.deepEqual(await sendJson('GET', `/patient/?search=${searched}`, undefined, auth), []);
  await sleep(3000); // the store of traces writes batches
  const files = stored();
  const holds = (text) => files.some((bytes) => bytes.toString('latin1').includes(text));
  assert.equal(holds('Storedname'), true, 'what is stored is found in the files');
  assert.equal(holds(searched), false);
  assert.equal(holds('Oldtraced'), false);
  assert.match(service.output, /^\{"level":"info","event":"request",.*"method":"GET","route":"\/patient",.*\}$/m);
  assert.equal(service.output.includes(searched), false);
});

test('npm start prints no address that a client asked for: they hold ids, urls of files and searches', async () => {
  const secret = `Secret${Date.now().toString(36)}`;
  await send('GET', new URL(file.url).pathname);
  await send('GET', `/${secret}/nothing`);
  await send('POST', '/patient/', { headers: auth, body: '{' });
  const socket = connect(service.port, '127.0.0.1');
  socket.write(
    `POST /static/upload_file?entity_id=${patient.id}&filename=${secret}.png HTTP/1.1\r\nhost: localhost\r\n` +
      `authorization: ${auth.authorization}\r\ncontent-type: image/png\r\ncontent-length: 900000\r\n\r\n`,
  );
  socket.write(PNG);
  await sleep(500);
  socket.destroy(); // a client that goes away in the middle
  await sleep(2000);
  for (const text of [secret, patient.id, file.id]) assert.equal(service.output.includes(text), false, text);
});

describe('npm start takes the address of a client', () => {
  const failing = (address, claimed) =>
    send('POST', '/auth/login', {
      address,
      headers: { 'cf-connecting-ip': claimed, 'content-type': 'application/json' },
    });

  test('from whoever is on this machine, but from nobody in its network', async () => {
    for (const address of addresses.slice(1)) {
      let status = 0;
      // Twice the limit of 300 and some: a new minute may begin in between.
      for (let i = 0; i < 700 && status !== 429; i++) ({ status } = await failing(address, `203.0.113.${i % 250}`));
      assert.equal(status, 429, 'a new address with each request does not lead past the limit');
    }
    assert.notEqual((await failing('127.0.0.1', '198.51.100.1')).status, 429);
  });

  test('and refuses a request whose host is none', async () => {
    for (const host of ['a b', 'a:b']) {
      const { status, bytes } = await send('GET', '/health', { headers: { host } });
      assert.deepEqual(
        [status, String(bytes)],
        [400, ''],
        `${host}: no error of the service, so no detail without a code`,
      );
    }
  });
});

test('npm start writes down who has read what before it ends, told to right after the read', async () => {
  const reader = await npmStart();
  const ask = async (method, path, json, headers) => {
    const body = json && JSON.stringify(json);
    const { status, bytes } = await sendTo(reader.port)(method, path, {
      headers: { 'content-type': 'application/json', ...headers },
      body,
    });
    assert.ok(status < 300, `${method} ${path}: ${status} ${bytes}`);
    return JSON.parse(bytes);
  };
  try {
    const account = { email: 'ada@clinic.example', password: 'a horse of course 7', full_name: 'Ada Example' };
    await ask('POST', '/auth/signup', account);
    const token = { authorization: `Bearer ${(await ask('POST', '/auth/login', account)).access_token}` };
    const person = { first_name: 'Åsa', last_name: 'Lind', gender: 'female' };
    const { id } = await ask('POST', '/patient/', person, token);
    await ask('GET', `/patient/${id}`, undefined, token);
    const read = Date.now();
    assert.equal(await reader.end(), 0, reader.output);
    assert.ok(Date.now() - read < 10_000, 'within some seconds');
    const database = new DatabaseSync(sqliteFile(join(reader.data, 'v3')), { readOnly: true });
    const log = database
      .prepare(
        `SELECT value ->> 'patient_id' AS id, value ->> 'looks' AS looks FROM access_uncounted, json_each(counts)
          WHERE value ->> 'patient_id' IS NOT NULL`,
      )
      .all()
      .map((row) => ({ ...row }));
    database.close();
    assert.deepEqual(log, [{ id, looks: 1 }]);
  } finally {
    await reader.stop();
  }
});
