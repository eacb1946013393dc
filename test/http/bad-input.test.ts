import { describe, expect, it } from 'vitest';
import type { Actor } from '../../src/context';
import { type Body, type CallOptions, call } from '../support/client';
import { mutations, unfilled } from '../support/mutations';
import { notNull, type Operation, operations, type Parameter, resolved } from '../support/openapi';
import { OPERATIONS } from '../support/operations';
import { everyField } from '../support/operations/record';
import { insertUser, programOf } from '../support/users';

const id = () => crypto.randomUUID();
const schemaOf = ({ requestBody }: Operation) =>
  requestBody?.required ? requestBody.content['application/json']?.schema : undefined;
// test/operations/complete.test.ts names those without a record.
const recorded = operations.filter(({ name }) => OPERATIONS[name]);
const withBody = recorded.flatMap((o) => {
  const schema = schemaOf(o.operation);
  return schema ? [[o.name, { ...o, schema, invalid: OPERATIONS[o.name]?.invalid ?? 422 }] as const] : [];
});
const [admin, doctor, client] = [await insertUser('admin'), await insertUser('doctor'), programOf('system/*.cruds')];
/** Of notes, which are doctors' alone, a doctor's; of what only programs send, a program. */
const others = new Map<unknown, Actor>([
  ['doctor', doctor],
  ['client', client],
]);
const accountFor = (name: string) => others.get(OPERATIONS[name]?.bodyAs ?? OPERATIONS[name]?.as) ?? admin;
const filled = (path: string) => path.replace(/\{\w+\}/g, id);
const sending = (name: string) => (method: string, path: string, options: CallOptions) =>
  call(method, filled(path), { as: accountFor(name), env: OPERATIONS[name]?.env ?? {}, ...options });
const locs = (body: Body): string[] =>
  Array.isArray(body?.detail) ? body.detail.map((fault: Body) => JSON.stringify(fault.loc)) : [];

describe.each(withBody)('%s', (name, { method, path, schema, invalid }) => {
  const send = sending(name);
  const sendText = (method: string, path: string, body: BodyInit, type = 'application/json') =>
    send(method, path, { body, headers: { 'content-type': type } });
  /** Of a body with a field that it does not take. */
  const withUnknown = resolved(schema).additionalProperties === false ? [invalid] : [200, 201, 202, 401, 404];
  const valid = () => {
    const body = OPERATIONS[name]?.body;
    if (!body) throw new Error(`${name} has no body in its record in test/support/operations`);
    return body();
  };
  const whole = () => everyField(OPERATIONS[name]);

  it('accepts the valid body of its record, which has every field', async () => {
    const { status } = await send(method, path, { json: valid() });
    expect([200, 201, 202, 401, 404]).toContain(status);
    expect(unfilled(schema, whole())).toEqual([]);
  });

  it('names every wrong field and never fails in another way', async () => {
    const wrong: string[] = [];
    for (const { what, path: at, text } of mutations(schema, whole())) {
      const { status, body } = await sendText(method, path, text);
      if (status === invalid && locs(body).includes(JSON.stringify(['body', ...at]))) continue;
      wrong.push(`${at.join('.')} ${what}: ${status} ${JSON.stringify(body).slice(0, 300)}`);
    }
    expect(wrong).toEqual([]);
  });

  it('names all faults at once', async () => {
    const { body } = await send(method, path, {
      json: Object.fromEntries(Object.keys(whole()).map((key) => [key, [[1]]])), // nothing takes it
    });
    const named = new Set(body.detail.map(({ loc }: Body) => loc[1]));
    for (const key of Object.keys(whole())) expect(named).toContain(key);
  });

  it('answers 400, 413 or 415 to a body that is not JSON, signup never 415', async () => {
    const status = async (body: BodyInit, type?: string) => (await sendText(method, path, body, type)).status;
    for (const text of ['{', 'nothing', '{"a":1,}', "{'a':1}", '{"a":1} x', 'NaN', '', ' ', '\u00ef'])
      expect(await status(text), text).toBe(400);
    expect(await status(new Uint8Array([0x22, 0xff, 0x22])), 'not UTF-8').toBe(400);
    expect((await send(method, path, {})).status, 'no body').toBe(400);
    const others = ['text/plain', 'application/xml', 'multipart/form-data', 'application/jsonx', 'nonsense'];
    if (path !== '/auth/login') others.push('application/x-www-form-urlencoded');
    for (const type of others) {
      expect(await status(JSON.stringify(valid()), type), type).toBe(invalid === 400 ? 400 : 415);
    }
    expect(await status(JSON.stringify({ ...valid(), more: 'x'.repeat(1024 * 1024) })), '> 1 MiB').toBe(413);
    const large = new ReadableStream({
      start(controller) {
        for (let i = 0; i < 17; i++) controller.enqueue(new Uint8Array(65_536).fill(32));
        controller.close();
      },
    });
    expect(await status(large), '> 1 MiB of unknown length').toBe(413);
  });

  it('takes a body without a content type for JSON', async () => {
    const bare = (text: string) => send(method, path, { body: new TextEncoder().encode(text) });
    expect([200, 201, 202, 401, 404]).toContain((await bare(JSON.stringify(valid()))).status);
    expect((await bare('[]')).status).toBe(invalid);
    expect((await bare('[]')).body.detail[0].loc).toEqual(['body']);
    for (const text of ['', 'a=1', '{']) expect((await bare(text)).status, text).toBe(400);
    expect((await bare(JSON.stringify({ ...valid(), more: 'x'.repeat(1024 * 1024) }))).status, '> 1 MiB').toBe(413);
  });

  it('refuses JSON that is not an object', async () => {
    for (const json of [null, [], 'text', 5, true, [valid()]]) {
      const { status, body } = await send(method, path, { json });
      expect(status, JSON.stringify(json)).toBe(invalid);
      expect(body.detail[0].loc).toEqual(['body']);
    }
  });

  it('withstands deep nesting, very many faults and the names of Object.prototype', async () => {
    const deep = '['.repeat(100_000) + ']'.repeat(100_000);
    expect((await sendText(method, path, deep)).status).toBe(invalid);
    const text = JSON.stringify(valid()).slice(0, -1);
    const ignored = await sendText(
      method,
      path,
      `${text},"x":${deep},"__proto__":{"name":5},"constructor":1,"toString":null}`,
    );
    expect(withUnknown).toContain(ignored.status);
    for (const key of Object.keys(whole())) {
      const { status, bytes } = await sendText(method, path, `{"${key}":[${'1,'.repeat(500_000)}1]}`);
      expect(status, key).toBe(invalid);
      expect(bytes.length, `${key}: the answer must stay small`).toBeLessThan(1024 * 1024);
    }
  });

  it('accepts or names unknown fields, as its schema says', async () => {
    const { status, body } = await send(method, path, { json: { ...valid(), unknown: 1 } });
    expect(withUnknown).toContain(status);
    if (status === invalid) expect(locs(body)).toEqual(['["body","unknown"]']);
  });

  it('accepts +json, a charset and a byte order mark', async () => {
    for (const type of ['application/json; charset=utf-8', 'APPLICATION/JSON', 'application/merge-patch+json']) {
      const { status } = await sendText(method, path, `\ufeff${JSON.stringify(valid())}`, type);
      expect([200, 201, 202, 401, 404]).toContain(status);
    }
  });
});

/** Texts that must be refused as the value of a parameter. */
function badTexts({ in: where, schema }: Parameter): string[] {
  const node = notNull(schema);
  const type = [node.type].flat().find((name) => name !== 'null');
  if (type === 'integer') {
    const bad = ['x', '1.5', '1e3', '0x10', '9'.repeat(30), 'null', '１'];
    if (node.minimum !== undefined) bad.push(String(node.minimum - 1));
    if (node.maximum !== undefined && node.maximum < Number.MAX_SAFE_INTEGER) bad.push(String(node.maximum + 1));
    return bad;
  }
  // Of one value the list is the value.
  if (node.enum) return ['NO_SUCH_VALUE', ...(node.enum.length > 1 ? [node.enum.join()] : [])];
  if (node.format === 'uuid') return ['x', '1', `${id()}0`, `{${id()}`, '\0'];
  if (type === 'array') return badTexts({ schema: node.items ?? {} } as Parameter);
  const long = node.maxLength === undefined ? [] : ['x'.repeat(node.maxLength + 1)];
  return where === 'header' ? long : [...long, 'a\0b'];
}

const withParameters = recorded.flatMap((o) =>
  o.operation.parameters?.length && !OPERATIONS[o.name]?.checksOwnParameters ? [[o.name, o] as const] : [],
);

describe.each(withParameters)('The parameters of %s', (name, { method, path, operation }) => {
  const send = sending(name);
  const body = OPERATIONS[name]?.body;
  const options: CallOptions = body ? { json: body() } : {};
  const request = (parameter: Parameter, text: string) => {
    if (parameter.in === 'header') return send(method, path, { ...options, headers: { [parameter.name]: text } });
    const encoded = encodeURIComponent(text);
    if (parameter.in === 'query') return send(method, `${path}?${parameter.name}=${encoded}`, options);
    return send(method, path.replace(`{${parameter.name}}`, encoded), options);
  };

  it.each((operation.parameters ?? []).map((p) => [p.name, p.in, p] as const))(
    'are validated: %s in %s',
    async (_name, _in, parameter) => {
      const where = JSON.stringify([parameter.in, parameter.name]).slice(0, -1);
      for (const text of badTexts(parameter)) {
        const { status, body } = await request(parameter, text);
        // Besides what else the query lacks.
        const named = new RegExp(`^422 (.* )?\\${where}[\\],]`);
        expect([status, ...locs(body)].join(' '), JSON.stringify(text)).toMatch(named);
      }
      if (parameter.in !== 'query') return;
      const twice = await send(method, `${path}?${parameter.name}=1&${parameter.name}=1`, options);
      expect(twice.status, 'given twice').toBeLessThan(500);
      if (notNull(parameter.schema).type !== 'array') expect(twice.status, 'given twice').toBe(422);
      for (const raw of ['%', '%ff', '%E0%A4%A', '%00', '+', '%ud800', `[]`]) {
        expect((await send(method, `${path}?${parameter.name}=${raw}`, options)).status, raw).toBeLessThan(500);
      }
    },
  );

  it.each((operation.parameters ?? []).flatMap((p) => (p.in === 'query' ? [p.name] : [])))(
    'count as absent when they are present but empty: %s in the query',
    async (parameter) => {
      const at = filled(path);
      const { status, body } = await send(method, at, options);
      for (const query of [`${parameter}=`, parameter, `${parameter}=&${parameter}=`]) {
        const empty = await send(method, `${at}?${query}`, options);
        expect([empty.status, empty.body], query).toEqual([status, body]);
      }
    },
  );

  it('cause no 500 with broken percent encoding in the path', async () => {
    for (const raw of ['%', '%ff', '%E0%A4%A', '%00', '%2F', '..%2f', '%ud800']) {
      const { status } = await call(method, path.replace(/\{\w+\}/g, raw), { as: accountFor(name), ...options });
      expect(status, raw).toBeLessThan(500);
    }
  });
});

describe('An answer to bad input', () => {
  it('names 100 faults at most, those of headers before those of the body', async () => {
    const json = { ...OPERATIONS['POST /invoice/']?.body?.(), tags: Array(150).fill(5) };
    const { status, body } = await call('POST', '/invoice/', { json });
    expect([status, body.detail.length]).toEqual([422, 100]);
    const headers = { 'idempotency-key': 'x'.repeat(300) };
    const { detail } = (await call('POST', '/invoice/', { json, headers })).body;
    expect([detail.length, detail[0].loc]).toEqual([100, ['header', 'idempotency-key']]);
  });
});
