// `npm run demo` against a built service, and what its files hold.
import { spawn } from 'node:child_process';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { crc32, inflateSync } from 'node:zlib';
import { modernNode, root, toolEnv } from '../../../scripts/lib.mjs';
import { newPersistDir, open } from './hospital.mjs';

/** A service as `npm start` has it, with `persistDir`. */
export async function startService(vars = { ENVIRONMENT: 'development' }) {
  const persistDir = await newPersistDir();
  return { persistDir, ...(await open(persistDir, { vars })) };
}

/**
 * Runs the demo.
 * @param options `env` of the process; `whenPrinted`: is called with the process for each piece of its output
 */
export function demo({ persistDir, url }, args = [], { env, whenPrinted } = {}) {
  const child = spawn(
    modernNode(),
    ['--no-warnings', join(root, 'scripts', 'demo.mjs'), '--patients', '30', '--url', url, ...args],
    { cwd: root, env: { ...toolEnv, PERSIST_DIR: persistDir, ...env }, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (text) => {
      output += text;
      whenPrinted?.(child, output);
    });
  }
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, output })));
}

/**
 * A network in front of a service that now and then says to wait, or loses an answer.
 * @returns its address, how often it did so, and `close`
 */
export async function flaky(service) {
  const done = { refused: 0, lost: 0 };
  let [asked, carried] = [0, 0];
  const server = createServer(async (incoming, response) => {
    const body = Buffer.concat(await Array.fromAsync(incoming));
    const { method, headers, url } = incoming;
    asked++;
    // A login is never sent twice.
    if (asked % 23 === 0 && !url.startsWith('/auth/login')) {
      done.refused++;
      return response
        .writeHead(429, { 'retry-after': '1', 'content-type': 'application/json' })
        .end('{"detail":"Wait"}');
    }
    const sent = method === 'GET' ? {} : { body };
    const { connection: _, 'content-length': __, ...passed } = headers;
    const answer = await fetch(service.url + url, { method, headers: passed, ...sent });
    const bytes = Buffer.from(await answer.arrayBuffer());
    if (!url.startsWith('/auth/') && ++carried % 19 === 0) {
      done.lost++;
      return response.destroy();
    }
    const { 'content-encoding': ___, 'transfer-encoding': ____, ...shown } = Object.fromEntries(answer.headers);
    return response.writeHead(answer.status, { ...shown, 'content-length': bytes.length }).end(bytes);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${server.address().port}`, done, close: () => server.close() };
}

const TABLES = ['department', 'doctor', 'patient', 'appointment', 'invoice', 'payment', 'catalog_item', 'file', 'user'];

/** How many rows there are of what the demo makes. */
export async function counts({ query }) {
  const counted = TABLES.map(async (table) => [table, (await query(`SELECT count(*) AS n FROM "${table}"`))[0].n]);
  return Object.fromEntries(await Promise.all(counted));
}

/** The words of a PDF, in the order in which they are drawn. */
export function textOf(pdf) {
  const latin = pdf.toString('latin1');
  let text = '';
  for (const { index, 0: opening } of latin.matchAll(/stream\r?\n/g)) {
    if (latin.slice(index - 3, index) === 'end') continue;
    const begin = index + opening.length;
    const end = latin.indexOf('endstream', begin);
    const content = inflateSync(pdf.subarray(begin, end)).toString('latin1');
    for (const [, drawn] of content.matchAll(/\[([^\]]*)\] TJ/g)) {
      for (const [, hex] of drawn.matchAll(/<([0-9a-f]*)>/g)) text += Buffer.from(hex, 'hex').toString('latin1');
      text += '\n';
    }
  }
  return text;
}

/** Decodes a PNG of a palette. @returns its size, and how many colours it shows; throws if it is damaged */
export function pictureOf(png) {
  if (png.toString('latin1', 0, 8) !== '\x89PNG\r\n\x1a\n') throw new Error('It is no PNG');
  const chunks = {};
  for (let at = 8; at < png.length; ) {
    const length = png.readUInt32BE(at);
    const body = png.subarray(at + 4, at + 8 + length);
    if (crc32(body) !== png.readUInt32BE(at + 8 + length)) throw new Error('Its checksum is wrong');
    chunks[body.toString('latin1', 0, 4)] = body.subarray(4);
    at += length + 12;
  }
  const [width, height] = [chunks.IHDR.readUInt32BE(0), chunks.IHDR.readUInt32BE(4)];
  const pixels = inflateSync(chunks.IDAT);
  if (pixels.length !== (width + 1) * height) throw new Error('It has other pixels than it says');
  return { width, height, colors: new Set(pixels).size };
}
