import { codesOf } from '../src/error-codes';
import { ERROR_KINDS, type ErrorKind, type HttpErrorKind } from '../src/error-kinds';
import type { EndpointSpec } from '../src/http/endpoint-spec';
import { contentOf, exampleOrExamples } from './bodies';
import { errorBodyOf, FAULTS, InternalErrorBody, pascalCase, ValidationErrorBody } from './error-bodies';
import { patient } from './examples/people';
import { HEADERS, headersOf, headersOfStatus } from './headers';
import type { Components, JsonObject } from './json-schema';
import type { Operation } from './operations';

type DeclaredKind = ErrorKind | HttpErrorKind;

/** What errors of some codes say beside it. */
const FURTHER: Record<string, JsonObject> = { merged: { merged_into: patient.id }, duplicate: { field: 'code' } };

/** Declared errors, and those that follow from an operation's inputs and permission. */
function errorsOf({ spec }: Operation): DeclaredKind[] {
  const kinds = new Set<DeclaredKind>(spec.errors);
  if (spec.permission) kinds.add('unauthenticated').add('forbidden').add('throttled');
  if (spec.param || spec.query || spec.header || spec.json) kinds.add(spec.invalid ?? 'invalid');
  if (spec.json) kinds.add('too_large').add(spec.invalid ?? 'unsupported_media_type');
  return [...kinds.add('rule').add('unavailable')];
}

/** Errors become components, as many operations have the same. */
export class Responses {
  readonly components: Record<string, JsonObject> = {};
  readonly #schemas: Components;

  constructor(schemas: Components) {
    this.#schemas = schemas;
  }

  of(operation: Operation): JsonObject {
    const { spec } = operation;
    const responses: Record<string, JsonObject> = {};
    for (const [status, answer] of Object.entries(spec.answers)) {
      const content = contentOf(operation, status, answer, this.#schemas);
      const headers = headersOf(spec, status, answer);
      responses[status] = { description: answer.description, headers, ...(content && { content }) };
    }
    for (const kind of errorsOf(operation)) responses[ERROR_KINDS[kind].status] ??= this.#error(kind, spec);
    responses[ERROR_KINDS.internal.status] ??= this.#internal();
    return responses;
  }

  #error(kind: DeclaredKind, spec: EndpointSpec): JsonObject {
    const { status, description } = ERROR_KINDS[kind];
    const faults = { schema: this.#schemas.schema(ValidationErrorBody, 'output'), value: { detail: FAULTS } };
    if (kind === 'invalid') {
      const { schema, value: example } = faults;
      return this.#refer('Invalid', status, description, { schema, example });
    }
    const error = this.#schemas.schema(errorBodyOf(kind), 'output');
    const examples = Object.fromEntries(
      codesOf(kind).map(({ code, when, example }) => [
        code,
        { summary: when, value: { detail: example, code, ...FURTHER[code] } },
      ]),
    );
    // Signup: the interface wants 400 for invalid data.
    const isBoth = kind === 'rule' && spec.invalid === 'rule';
    if (!isBoth)
      return this.#refer(pascalCase(kind), status, description, { schema: error, ...exampleOrExamples(examples) });
    const media = {
      schema: { anyOf: [error, faults.schema] },
      ...exampleOrExamples({ ...examples, invalid: { summary: 'Invalid fields', value: faults.value } }),
    };
    return this.#refer('RuleOrInvalid', status, description, media);
  }

  #internal(): JsonObject {
    const schema = this.#schemas.schema(InternalErrorBody, 'output');
    const { status, description } = ERROR_KINDS.internal;
    const example = { detail: description, code: 'internal', request_id: HEADERS['x-request-id']?.example };
    return this.#refer('Internal', status, description, { schema, example });
  }

  #refer(id: string, status: number, description: string, media: JsonObject): JsonObject {
    const headers = headersOfStatus(status);
    this.components[id] ??= { description, headers, content: { 'application/json': media } };
    return { $ref: `#/components/responses/${id}` };
  }
}
