import schema31 from '@seriousme/openapi-schema-validator/schemas/v3.1/schema.json';
import { Ajv2020 } from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import { operationsOf } from '../../openapi/operations';
import project from '../../package.json' with { type: 'json' };
import { app } from '../../src/app';
import { bodyOf, document, operations, resolved, type Schema, servedDocument } from '../support/openapi';
import { OPERATIONS } from '../support/operations';

describe('The OpenAPI document', () => {
  it('is valid OpenAPI 3.1 with valid JSON Schemas', () => {
    const ajv = new Ajv2020({ strict: false, allErrors: true });
    addFormats.default(ajv);
    const valid = ajv.validate(schema31, servedDocument);
    expect(valid, ajv.errorsText()).toBe(true);
    for (const [name, schema] of Object.entries(document.components.schemas)) {
      expect(ajv.validateSchema(schema), `${name}: ${ajv.errorsText()}`).toBe(true);
    }
  });

  it('has every route of the app', () => {
    const documented = new Set(
      operationsOf(app.routes).map(({ method, path }) => `${method} ${path.replace(/(.)\/$/, '$1')}`),
    );
    // FHIR's own document describes its routes: test/fhir.
    const isElsewhere = (path: string) => /^\/(fhir|\.well-known)\//.test(path);
    const routes = app.routes.filter(({ method, path }) => method !== 'ALL' && path !== '/' && !isElsewhere(path));
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

  it('says the defaults of a create in words: generated types would require the field', () => {
    expect(JSON.stringify(document).includes('"default":')).toBe(false);
    const said = (name: string) =>
      Object.entries(bodyOf(name).properties ?? {}).flatMap(([field, { description }]) => {
        const [, value] = /By default `(.+)`$/.exec(description ?? '') ?? [];
        return value ? [[field, value]] : [];
      });
    const defaults = (name: string) => Object.fromEntries(said(name));
    expect(defaults('POST /appointment/')).toEqual({ type: 'OPD', status: 'SCEDULED', is_follow_up: 'false' });
    expect(defaults('POST /patient/')).toEqual({ blood_group: 'NOT_SET' });
    expect(defaults('POST /invoice/')).toMatchObject({ status: 'DRAFT', paid_amount: '0' });
  });

  it('lists the fuller of two answers first: parsers take the first that fits', () => {
    const unions = operations.flatMap(({ name, operation }) =>
      Object.values(operation.responses).flatMap(({ content }) => {
        const schema = content?.['application/json']?.schema ?? {};
        const { anyOf } = schema.items ?? schema;
        return anyOf && anyOf.length > 1 ? [{ name, options: anyOf.map(resolved) }] : [];
      }),
    );
    expect(unions.length).toBeGreaterThanOrEqual(9);
    for (const { name, options } of unions) {
      for (const [i, earlier] of options.entries()) {
        const known = Object.keys(earlier.properties ?? {});
        for (const later of options.slice(i + 1)) {
          const fields = Object.keys(later.properties ?? {});
          const fits = known.length > 0 && (earlier.required ?? []).every((field) => fields.includes(field));
          if (fits)
            expect(known, `${name}: the first option would take the second`).toEqual(expect.arrayContaining(fields));
        }
      }
    }
  });

  it('names its version, licence, server, contact and what its tags are', () => {
    const { name, version, license } = project;
    expect(servedDocument.info).toMatchObject({ version, license: { identifier: license }, contact: { name } });
    expect(servedDocument.servers).toMatchObject([{ url: '/' }]);
    for (const { name, description } of servedDocument.tags) expect(description.length, name).toBeGreaterThan(10);
  });

  it('has a unique id for each operation, by the verb of its method or one of its own', () => {
    const ids = operations.map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
    const byMethod: Record<string, string> = {
      GET: '(list|get)[A-Z]',
      POST: 'create[A-Z]',
      PUT: 'update[A-Z]',
      PATCH: 'patch[A-Z]',
      DELETE: 'delete[A-Z]',
    };
    const own =
      /^(signUp|login|refresh|logout|setOwnPassword|(setUp|confirm|disable)SecondFactor|inviteUser|resetPassword|forgotPassword|setPasswordByToken|renewClientSecret|renewWebhookSecret|testWebhook|resendEvents|issueToken|uploadFile|mergePatient|unmergePatient|signNote|handOverNotes|cancelAppointmentSeries|reportMessage|unsubscribe|runImport)$/;
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

  it('refers only to components that exist, and to each of them', () => {
    const components = Object.entries(servedDocument.components).flatMap(([kind, all]) =>
      Object.keys(all).map((name) => `#/components/${kind}/${name}`),
    );
    const references = [...JSON.stringify(servedDocument).matchAll(/"\$ref":"([^"]+)"/g)].map(([, ref]) => ref);
    expect(references.filter((ref) => !components.includes(ref ?? ''))).toEqual([]);
    const schemes = components.filter((name) => name.startsWith('#/components/securitySchemes/'));
    expect(components.filter((name) => !references.includes(name) && !schemes.includes(name))).toEqual([]);
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
  it('is a bearer token or the OAuth 2.0 password flow, for every operation that needs a token', () => {
    expect(document.components.securitySchemes.bearer).toMatchObject({ type: 'http', scheme: 'bearer' });
    expect(document.components.securitySchemes.oauth2).toMatchObject({
      type: 'oauth2',
      flows: { password: { tokenUrl: '/auth/login', refreshUrl: '/auth/refresh' } },
    });
    for (const { name, operation } of operations) {
      const schemes = operation.security.map((requirement) => Object.keys(requirement));
      const byAddress = name === 'GET /static/{file_path}' ? [[], ['bearer'], ['oauth2']] : [];
      expect(schemes, name).toEqual(OPERATIONS[name]?.as === null ? byAddress : [['bearer'], ['oauth2']]);
    }
  });
});
