// The schemas that @hey-api/openapi-ts writes for zod, parsing what the service has answered.
import { isDeepStrictEqual } from 'node:util';

const pascal = (name) => name[0].toUpperCase() + name.slice(1);

const componentOf = (document, { $ref }) => {
  const [, , kind, name] = $ref.split('/');
  return document.components[kind][name];
};

/** The schema that a stranger parses an answer with: the operation's own if it succeeded, else that of the error. */
function schemaOf(document, schemas, { operationId, responses }, status) {
  if (status < 400) return schemas[`z${pascal(operationId)}Response`];
  const response = responses[status]?.$ref ? componentOf(document, responses[status]) : responses[status];
  const { schema } = response?.content?.['application/json'] ?? {};
  const named = (schema?.anyOf ?? [schema]).map((each) => schemas[`z${each?.$ref?.split('/').at(-1)}`]);
  return named.reduce((one, other) => one?.or(other));
}

/** Which answers the schemas refuse, and of which they lose something. */
export function misparsed(document, schemas, answers) {
  const withBody = answers.filter(({ body }) => body !== undefined);
  if (withBody.length === 0) return ['error There are no answers'];
  return withBody.flatMap(({ method, path, status, body }) => {
    const name = `${method} ${path} ${status}`;
    const schema = schemaOf(document, schemas, document.paths[path][method.toLowerCase()], status);
    if (!schema) return [`error ${name}: no schema`];
    const { success, data, error } = schema.safeParse(body);
    if (!success) return [`error ${name}: ${error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`)}`];
    return isDeepStrictEqual(data, body) ? [] : [`error ${name}: parsed as ${JSON.stringify(data)}`];
  });
}
