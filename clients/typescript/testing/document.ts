// What scripts/test-hospital.mjs keeps of the OpenAPI document: what is sent and answered, and who may.
export interface Schema {
  $ref?: string;
  type?: string | string[];
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: unknown;
  items?: Schema;
  anyOf?: Schema[];
  enum?: unknown[];
  const?: unknown;
  not?: { const: unknown };
  format?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  maxItems?: number;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  /** as the description tells it */
  default?: unknown;
}

export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required?: boolean;
  schema: Schema;
}

export interface Operation {
  id: string;
  method: string;
  path: string;
  /** Undefined: public; `roles` is undefined where any account may */
  access?: { permission?: string; roles?: string[] };
  parameters: Parameter[];
  body?: Schema;
  requiresBody: boolean;
  /** Whether it answers 304 */
  isConditional: boolean;
  /** Of a success */
  status: number;
  answer?: Schema;
}

declare const DOCUMENT: { operations: Operation[]; schemas: Record<string, Schema> };

export const operations: readonly Operation[] = DOCUMENT.operations;

export const resolved = (schema: Schema): Schema =>
  schema.$ref === undefined ? schema : (DOCUMENT.schemas[schema.$ref] ?? {});

export const takesNull = (schema: Schema): boolean =>
  [schema.type].flat().includes('null') || (schema.anyOf ?? []).some(takesNull);

/** Of a schema, what it may be besides null. */
export const branches = (schema: Schema): Schema[] =>
  (resolved(schema).anyOf ?? [resolved(schema)]).map(resolved).filter(({ type }) => type !== 'null');

/** Of an answer with more than one form, the full one or the other. */
export function formOf(schema: Schema, full: boolean): Schema {
  const forms = (resolved(schema).anyOf ?? [schema]).map(resolved);
  const size = ({ properties = {} }: Schema) => Object.keys(properties).length;
  const sorted = forms.toSorted((a, b) => size(b) - size(a));
  return sorted.at(full ? 0 : -1) ?? {};
}

/** What each role may do, as far as operations ask for it. */
export const permissionsOf = (role: string): string[] => [
  ...new Set(
    operations.flatMap(({ access }) => (access?.permission && access.roles?.includes(role) ? [access.permission] : [])),
  ),
];
