import schema31 from '@seriousme/openapi-schema-validator/schemas/v3.1/schema.json';
import { Ajv2020 } from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import { app } from '../../src/app';
import { operationsOf } from '../../src/openapi/operations';
import { bodyOf, document, operations, resolved, type Schema } from '../support/openapi';
import { OPERATIONS } from '../support/operations';

describe('The OpenAPI document', () => {
  it('is valid OpenAPI 3.1 with valid JSON Schemas', () => {
    const ajv = new Ajv2020({ strict: false, allErrors: true });
    addFormats.default(ajv);
    const valid = ajv.validate(schema31, document);
    expect(valid, ajv.errorsText()).toBe(true);
    for (const [name, schema] of Object.entries(document.components.schemas)) {
      expect(ajv.validateSchema(schema), `${name}: ${ajv.errorsText()}`).toBe(true);
    }
  });

  it('has every route of the app', () => {
    const documented = new Set(
      operationsOf(app.routes).map(({ method, path }) => `${method} ${path.replace(/(.)\/$/, '$1')}`),
    );
    const routes = app.routes.filter(({ method, path }) => method !== 'ALL' && path !== '/');
    for (const { method, path } of routes) {
      const shown = path.replace(/:(\w+)(\{[^}]*\})?/g, '{$1}').replace(/(.)\/$/, '$1');
      expect(documented).toContain(`${method.toLowerCase()} ${shown}`);
    }
    expect(operations.map(({ name }) => name).sort()).toEqual(
      operationsOf(app.routes)
        .map(({ method, path }) => `${method.toUpperCase()} ${path}`)
        .sort(),
    );
  });

  it('has a valid example for each JSON body, and the defaults of a create', () => {
    const ajv = new Ajv2020({ strict: false });
    addFormats.default(ajv);
    ajv.addSchema(document as object, 'api');
    const bodies = operations.flatMap(({ operation }) =>
      operation.requestBody?.required
        ? (operation.requestBody.content['application/json']?.schema.$ref?.split('/').at(-1) ?? [])
        : [],
    );
    expect(bodies.length).toBeGreaterThanOrEqual(13);
    for (const name of bodies) {
      const examples = document.components.schemas[name]?.examples ?? [];
      expect(examples.length, name).toBeGreaterThan(0);
      for (const example of examples) {
        expect(ajv.validate(`api#/components/schemas/${name}`, example), `${name}: ${ajv.errorsText()}`).toBe(true);
      }
    }
    const defaults = (name: string) =>
      Object.entries(bodyOf(name).properties ?? {}).flatMap(([field, { default: value }]) =>
        value === undefined || value === null ? [] : [[field, value]],
      );
    expect(Object.fromEntries(defaults('POST /appointment/'))).toEqual({
      type: 'OPD',
      status: 'SCEDULED',
      is_follow_up: false,
    });
    expect(Object.fromEntries(defaults('POST /patient/'))).toMatchObject({ blood_group: 'NOT_SET', addresses: [] });
    expect(Object.fromEntries(defaults('POST /invoice/'))).toMatchObject({
      status: 'DRAFT',
      paid_amount: 0,
      items: [],
    });
  });

  it('has a unique id for each operation, by the verb of its method or one of its own', () => {
    const ids = operations.map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
    const byMethod: Record<string, string> = {
      GET: '(list|get)[A-Z]',
      POST: 'create[A-Z]',
      PUT: 'replace[A-Z]',
      PATCH: 'update[A-Z]',
      DELETE: 'delete[A-Z]',
    };
    const own =
      /^(signUp|login|refresh|logout|setOwnPassword|(setUp|confirm|disable)SecondFactor|inviteUser|resetPassword|setPasswordByToken|uploadFile)$/;
    for (const { name, method, operation } of operations) {
      expect(operation.operationId, name).toMatch(/^[a-z]+([A-Z][a-z]+)*$/);
      const usual = new RegExp(`^${byMethod[method]}`).test(operation.operationId);
      expect(usual || own.test(operation.operationId), name).toBe(true);
    }
  });

  it('has every path parameter', () => {
    for (const { name, path, operation } of operations) {
      const inPath = (operation.parameters ?? []).filter((p) => p.in === 'path').map((p) => p.name);
      expect(inPath, name).toEqual([...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]));
    }
  });

  it('refers only to components that exist', () => {
    for (const [, ref] of JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)) {
      expect(Object.keys(document.components.schemas).map((name) => `#/components/schemas/${name}`)).toContain(ref);
    }
  });

  it.each(operations.map(({ name, operation }) => [name, operation] as const))(
    'gives a type to everything in %s',
    (_, operation) => {
      const untyped: string[] = [];
      const walk = (schema: Schema, at: string, seen: ReadonlySet<Schema>): void => {
        const node = resolved(schema);
        if (seen.has(node)) return;
        const next = new Set([...seen, node]);
        const choices = [...(node.anyOf ?? []), ...(node.oneOf ?? []), ...(node.allOf ?? [])];
        if (!node.type && !node.enum && node.const === undefined && choices.length === 0) untyped.push(at);
        if (node.type === 'array' && !node.items) untyped.push(`${at}[]`);
        for (const [i, choice] of choices.entries()) walk(choice, `${at}|${i}`, next);
        for (const [name, child] of Object.entries(node.properties ?? {})) walk(child, `${at}.${name}`, next);
        if (node.items) walk(node.items, `${at}[]`, next);
      };
      for (const [type, { schema }] of Object.entries(operation.requestBody?.content ?? {}))
        walk(schema, type, new Set());
      for (const { name, schema } of operation.parameters ?? []) walk(schema, name, new Set());
      for (const [status, { content }] of Object.entries(operation.responses)) {
        for (const [type, { schema }] of Object.entries(content ?? {})) walk(schema, `${status} ${type}`, new Set());
      }
      expect(untyped).toEqual([]);
    },
  );
});

describe('Authentication in the OpenAPI document', () => {
  it('is a bearer token, and for invoices and the catalog also the OAuth 2.0 password flow', () => {
    expect(document.components.securitySchemes.bearer).toMatchObject({ type: 'http', scheme: 'bearer' });
    expect(document.components.securitySchemes.oauth2).toMatchObject({
      type: 'oauth2',
      flows: { password: { tokenUrl: '/auth/login' } },
    });
    for (const { name, path, operation } of operations) {
      const schemes = operation.security.flatMap((requirement) => Object.keys(requirement));
      const expected =
        OPERATIONS[name]?.as === null ? [] : /^\/(invoice|catalog)\//.test(path) ? ['bearer', 'oauth2'] : ['bearer'];
      expect(schemes, name).toEqual(expected);
    }
  });
});
