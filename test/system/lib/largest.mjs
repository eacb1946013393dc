// The largest bodies that the API reference allows, within 1 MiB.
import { input } from '../../support/input.ts';

export const JSON_MAX = 1024 * 1024;

/** Every create with JSON: its path and a valid body that refers to what is there. */
export const KINDS = {
  department: { path: '/department/', body: () => input.department() },
  patient: { path: '/patient/', body: () => input.patient() },
  doctor: { path: '/doctor/', body: () => input.doctor() },
  appointment: {
    path: '/appointment/',
    body: ({ patient_id, doctor_id, department_id }) => input.appointment({ patient_id, doctor_id, department_id }),
  },
  invoice: { path: '/invoice/', body: ({ patient_id }) => input.invoice({ patient_id, tags: ['t'] }) },
  catalog_item: { path: '/catalog/', body: () => input.catalogItem({ tags: ['t'] }) },
};

/** The schema of the values that are not null. */
function schemaOf(document, schema) {
  const { $ref, anyOf, allOf } = schema;
  if ($ref) return schemaOf(document, document.components.schemas[$ref.split('/').at(-1)]);
  const [only, ...others] = (anyOf ?? allOf ?? []).filter(({ type }) => type !== 'null');
  return only && others.length === 0 ? { ...schema, ...schemaOf(document, only), anyOf: undefined } : schema;
}

/** As long as the schema allows: a text keeps its beginning, which may have to be unique. `share` is that of the elements. */
function grown(document, schema, value, worst, share) {
  const { type, properties, items, maxItems, maxLength, format, pattern, enum: choices } = schemaOf(document, schema);
  const grow = (of, part) => grown(document, of, part, worst, share);
  if (Array.isArray(value)) {
    const length = Math.max(1, Math.floor(maxItems * share));
    return Array.from({ length }, (_, i) => grow(items, typeof value[0] === 'string' ? `${i} ` : value[0]));
  }
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, grow(properties[name], part)]));
  }
  const free = typeof value === 'string' && [type].flat().includes('string') && !format && !pattern && !choices;
  if (!free || !maxLength) return value;
  return [...value, ...worst.repeat(maxLength)].slice(0, maxLength).join('');
}

/** The largest body of a kind that fits 1 MiB: all texts as long as may be, and as many elements as fit. */
export function largest(document, kind, worst, world) {
  const { path, body } = KINDS[kind];
  const { schema } = document.paths[path].post.requestBody.content['application/json'];
  const small = body(world);
  for (let share = 1; ; ) {
    const grew = grown(document, schema, small, worst, share);
    const bytes = Buffer.byteLength(JSON.stringify(grew));
    if (bytes <= JSON_MAX) return grew;
    share *= (0.99 * JSON_MAX) / bytes;
  }
}

/** The body as JSON of exactly so many bytes. */
export function padded(json, bytes) {
  const text = JSON.stringify(json);
  return text + ' '.repeat(bytes - Buffer.byteLength(text));
}
