// Bundles clients/typescript/testing, with what it needs of public/openapi.json, into dist/testing: `node test-hospital.mjs <folder>`.
import { copyFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildSync } from 'esbuild';
import { root } from './lib.mjs';

const home = join(root, 'clients', 'typescript', 'testing');
const { paths, components } = JSON.parse(readFileSync(join(root, 'public', 'openapi.json'), 'utf8'));
const DROPPED = ['description', 'example', 'examples'];

/** As text, or as what the text says: `By default 0`. */
function defaultOf({ description = '' }) {
  const [, told] = /By default `(.*?)`/.exec(description) ?? [];
  try {
    return told && JSON.parse(told);
  } catch {
    return told;
  }
}

/** A schema without what only people read; its default is told to these alone. */
function reduced(schema) {
  if (Array.isArray(schema)) return schema.map(reduced);
  if (typeof schema !== 'object' || schema === null) return schema;
  const { properties, $ref, ...rest } = schema;
  const kept = Object.entries(rest).filter(([name]) => !DROPPED.includes(name));
  return {
    ...Object.fromEntries(kept.map(([name, value]) => [name, reduced(value)])),
    ...($ref && { $ref: $ref.split('/').at(-1) }),
    ...(properties && {
      properties: Object.fromEntries(Object.entries(properties).map(([name, value]) => [name, reduced(value)])),
    }),
    default: defaultOf(schema),
  };
}

const resolved = ({ $ref, ...rest }) => ($ref ? components.parameters[$ref.split('/').at(-1)] : rest);
const jsonOf = ({ content } = {}) => content?.['application/json']?.schema;

function accessOf({ security, description }) {
  if (security.length === 0) return undefined;
  const [, permission, roles] = /^Permission `([\w:]+)`: (.*)\.$/m.exec(description) ?? [];
  return { permission, roles: roles?.split(', ') };
}

const operations = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => {
    const [status, answer] = Object.entries(operation.responses).find(([status]) => status < 300);
    const parameters = (operation.parameters ?? []).map(resolved).map(({ description, schema, ...parameter }) => ({
      ...{ name: parameter.name, in: parameter.in, required: parameter.required },
      schema: { ...reduced(schema), default: defaultOf({ description }) },
    }));
    return {
      ...{ id: operation.operationId, method, path, access: accessOf(operation), parameters },
      body: reduced(jsonOf(operation.requestBody)),
      requiresBody: operation.requestBody?.required === true,
      isConditional: '304' in operation.responses,
      ...{ status: Number(status), answer: reduced(jsonOf(answer)) },
    };
  }),
);

const [, , outdir] = process.argv;
buildSync({
  entryPoints: [join(home, 'index.ts')],
  bundle: true,
  format: 'esm',
  platform: 'neutral',
  mainFields: ['module', 'main'],
  target: 'es2022',
  define: { DOCUMENT: JSON.stringify({ operations, schemas: reduced({ properties: components.schemas }).properties }) },
  outdir,
  logLevel: 'warning',
});
copyFileSync(join(home, 'api.d.ts'), join(outdir, 'index.d.ts'));
