import { Ajv2020 } from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import { allCodes } from '../../scripts/errors-page';
import { document, type Media, operations, servedDocument } from '../support/openapi';

const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv);
ajv.addFormat('binary', true);
ajv.addSchema(document as object, 'api');

const isBytes = ({ schema }: Media) => schema.type === 'string' && schema.format === 'binary';
const examplesOf = ({ example, examples }: Media): unknown[] =>
  examples ? Object.values(examples).map(({ value }) => value) : example === undefined ? [] : [example];

/** Where bodies stand in the document, requests' and answers', but for bytes. */
const bodies = operations.flatMap(({ name, operation: { requestBody, responses } }) => [
  ...Object.entries(requestBody?.content ?? {}).map(([type, media]) => [`${name} takes ${type}`, media] as const),
  ...Object.entries(responses).flatMap(([status, { content }]) =>
    Object.values(content ?? {}).map((media) => [`${name} answers ${status}`, media] as const),
  ),
]);

describe('The examples of the OpenAPI document', () => {
  it('are there for every body and every answer, and valid', () => {
    const checked = bodies.filter(([, media]) => !isBytes(media));
    expect(checked.length).toBeGreaterThan(500);
    const missing = checked.filter(([, media]) => examplesOf(media).length === 0);
    expect(missing.map(([where]) => where)).toEqual([]);
    const validators = new Map<string, ReturnType<typeof ajv.compile>>();
    for (const [where, media] of checked) {
      const key = JSON.stringify(media.schema);
      const refers = JSON.parse(key.replaceAll('"#/', '"api#/'));
      const validate = validators.get(key) ?? ajv.compile(refers);
      validators.set(key, validate);
      for (const example of examplesOf(media))
        expect(validate(example), `${where}: ${ajv.errorsText(validate.errors)}`).toBe(true);
    }
  });

  it('show each option of a union by its own example', () => {
    const options = bodies.flatMap(([where, { schema, examples }]) => {
      const { anyOf } = schema.items ?? schema;
      const names = anyOf?.map(({ $ref, type }) => $ref?.split('/').at(-1) ?? type);
      return names && !where.endsWith('400') ? [[Object.keys(examples ?? {}), names]] : [];
    });
    expect(options.length).toBeGreaterThanOrEqual(9);
    for (const [shown, names] of options) expect(shown).toEqual(names);
  });

  it('show each code of an error', () => {
    const shown = Object.values(servedDocument.components.responses).flatMap(({ content }) =>
      Object.values(content ?? {}).flatMap((media) =>
        examplesOf(media).flatMap((example) => (example as { code?: string }).code ?? []),
      ),
    );
    // No documented operation answers a method that it does not have.
    const documented = allCodes().flatMap(({ code }) => (code === 'method_not_allowed' ? [] : code));
    expect([...new Set(shown)].sort()).toEqual([...new Set(documented)].sort());
  });

  it('have a secret of no deployment, and addresses of no host', () => {
    const text = JSON.stringify(bodies.flatMap(([, media]) => examplesOf(media)));
    const hosts = [...text.matchAll(/https?:\/\/([^/"]+)/g)].map(([, host]) => host);
    // A webhook leads to another system.
    expect(new Set(hosts)).toEqual(new Set(['hospital.example', 'accounting.example']));
    for (const [, domain] of text.matchAll(/@([\w.-]+)/g)) expect(domain).toMatch(/\.example$/);
  });
});
