import * as z from 'zod';
import { FORM_TYPE, MERGE_PATCH_TYPE } from '../src/http/body';
import type { Answer } from '../src/http/endpoint-spec';
import { partOf } from '../src/schemas/part';
import { OPERATION_EXAMPLES, type OperationExamples } from './examples/operations';
import type { Components, JsonObject } from './json-schema';
import type { Operation } from './operations';

const JSON_TYPE = 'application/json';
const BYTES = { type: 'string', format: 'binary' };

/** OpenAPI takes `example`, or `examples` where there are several. */
export function exampleOrExamples(examples: Record<string, { summary?: string; value: unknown }>): JsonObject {
  const [only, ...others] = Object.values(examples);
  if (!only) return {};
  return others.length === 0 ? { example: only.value } : { examples };
}

function examplesOf({ spec }: Operation): OperationExamples {
  const examples = OPERATION_EXAMPLES[spec.operationId];
  if (!examples) throw new Error(`${spec.operationId} has no example: add one to openapi/examples/operations.ts`);
  return examples;
}

/** By name: the options of a union, or lists of each. */
function variantsOf(schema: z.ZodType): [name: string, schema: z.ZodType][] {
  if (schema instanceof z.ZodArray) {
    return variantsOf(partOf(schema.element)).map(([name, one]) => [name, z.array(one)]);
  }
  const options = schema instanceof z.ZodUnion ? schema.options.map(partOf) : [schema];
  return options.map((option) => [z.globalRegistry.get(option)?.id ?? 'null', option]);
}

/** @param record has all fields: the schema of each variant drops what that variant lacks */
const answerExamples = (schema: z.ZodType, record: unknown) =>
  Object.fromEntries(
    variantsOf(schema).map(([name, variant]) => [
      name,
      { value: variant instanceof z.ZodNull ? null : variant.parse(record) },
    ]),
  );

/** By media type; undefined without a body. */
export function contentOf(operation: Operation, status: string, { body, csv }: Answer, components: Components) {
  if (body === undefined) return undefined;
  if (body !== null && !(body instanceof z.ZodType)) {
    return Object.fromEntries(body.media.map((type) => [type, { schema: BYTES }]));
  }
  const schema = body ?? z.null();
  const { answer, answers, csv: example } = examplesOf(operation);
  const examples = answerExamples(schema, answers?.[status] ?? answer);
  return {
    [JSON_TYPE]: { schema: components.schema(schema, 'output'), ...exampleOrExamples(examples) },
    ...(csv && { 'text/csv': { schema: { type: 'string' }, example } }),
  };
}

/** By media type. */
const bodiesOf = ({ method, spec: { json, form } }: Operation) => ({
  ...(method === 'patch' && { [MERGE_PATCH_TYPE]: json }),
  [JSON_TYPE]: json,
  ...(form && { [FORM_TYPE]: form }),
});

function bodyExamples(operation: Operation, type: string, schema: z.ZodType): JsonObject {
  const { body, bodies = { body }, form } = examplesOf(operation);
  const isJson = type === JSON_TYPE || type === MERGE_PATCH_TYPE;
  if (!isJson) return { example: form };
  return exampleOrExamples(
    Object.fromEntries(Object.entries(bodies).map(([name, sent]) => [name, { value: schema.parse(sent) }])),
  );
}

export function requestBodyOf(operation: Operation, components: Components): JsonObject | undefined {
  const { json, jsonIfNone, requestBody } = operation.spec;
  const { required, content } = json
    ? { required: jsonIfNone === undefined, content: bodiesOf(operation) }
    : (requestBody ?? {});
  if (!content) return undefined;
  const media = Object.entries(content).map(([type, schema]) => [
    type,
    schema
      ? { schema: components.schema(schema, 'input'), ...bodyExamples(operation, type, schema) }
      : { schema: BYTES },
  ]);
  return { required, content: Object.fromEntries(media) };
}
