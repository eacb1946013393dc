import type { Actor } from '../../src/context';
import { type Body, ok } from './client';
import { finishImports } from './deliver';

/** CSV of rows with the same columns; cells are quoted where they need it. */
export const csvOf = (rows: readonly Record<string, string>[], separator = ','): string => {
  const cell = (text: string) => (/["\r\n;,\t]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  const names = Object.keys(rows[0] ?? {});
  const lines = [names, ...rows.map((row) => names.map((name) => row[name] ?? ''))];
  return lines.map((cells) => `${cells.map(cell).join(separator)}\r\n`).join('');
};

interface Options {
  as: Actor | 'admin';
  file: string | Uint8Array;
  settings?: object;
}

/** An import with its file. */
export async function prepared(entity: string, { as, file, settings }: Options): Promise<Body> {
  const { id } = await ok('POST', '/imports/', { as, json: { entity, source: 'urn:old', ...settings } });
  const body = typeof file === 'string' ? new TextEncoder().encode(file) : file;
  return ok('PUT', `/imports/${id}/file`, { as, body, headers: { 'content-length': String(body.length) } });
}

/** Its counts once it has ended. */
export async function run(id: string, as: Actor | 'admin', dry_run = false): Promise<Body> {
  await ok('POST', `/imports/${id}/run`, { as, json: { dry_run } });
  await finishImports();
  return ok('GET', `/imports/${id}`, { as });
}

export const counts = ({ rows, created, failed, duplicate, known }: Body) => ({
  rows,
  created,
  failed,
  duplicate,
  known,
});
