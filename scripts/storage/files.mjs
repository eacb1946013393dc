// The files of a backup.
import { closeSync, existsSync, openSync, readFileSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { Digest } from './staging.mjs';

const CHUNK = 1 << 20;

/** The manifest of a backup. @throws Error */
export function manifestOf(dir) {
  const path = join(dir, 'manifest.json');
  if (!existsSync(path)) throw new Error(`${dir} holds no backup: it has no manifest.json.`);
  const manifest = parsed(readFileSync(path, 'utf8'), dir);
  if (manifest.format !== 1) throw new Error(`The backup has format ${manifest.format}; this version reads format 1.`);
  return manifest;
}

function parsed(text, dir) {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(`${dir} is damaged: its manifest.json is cut off or altered.`);
  }
}

/** Lines of a file, whatever its size. */
export function* linesOf(path) {
  const fd = openSync(path, 'r');
  const chunk = Buffer.alloc(CHUNK);
  let rest = [];
  try {
    for (let size = readSync(fd, chunk); size > 0; size = readSync(fd, chunk)) {
      let from = 0;
      for (let end = chunk.indexOf(10); end !== -1 && end < size; end = chunk.indexOf(10, from)) {
        yield Buffer.concat([...rest, chunk.subarray(from, end)]).toString('utf8');
        rest = [];
        from = end + 1;
      }
      rest.push(Buffer.from(chunk.subarray(from, size)));
    }
    const last = Buffer.concat(rest).toString('utf8');
    if (last !== '') yield last;
  } finally {
    closeSync(fd);
  }
}

export function* rowsOf(dir, { file }) {
  for (const line of linesOf(join(dir, file))) yield JSON.parse(line);
}

export const isSame = (a, b) => a.rows === b.rows && a.sha256 === b.sha256;

/** @throws Error where a file is not what the manifest says */
export function checkFiles(dir, { tables }) {
  for (const table of tables) {
    if (!existsSync(join(dir, table.file))) throw new Error(`${table.file} is missing in ${dir}.`);
    const digest = new Digest();
    for (const line of linesOf(join(dir, table.file))) digest.add(line);
    if (!isSame(digest.result(), table)) throw new Error(`${table.file} is damaged: it is not what was backed up.`);
  }
}
