import { capitalize, type InternalTypeSchema, isPrimitiveType, tryGetDataType } from '@medplum/core';
import { isObject, type Json, type Node } from './issue.ts';

/** Visits a value and all within it. What the definitions do not know is medplum's to refuse. */
export function walk(node: Node, visit: (node: Node) => void): void {
  visit(node);
  // A resource within another is judged as its own type.
  if (!isObject(node.value) || node.type === 'Resource' || isPrimitiveType(node.type)) return;
  const schema = tryGetDataType(node.type);
  if (!schema) return;
  for (const key of Object.keys(node.value)) {
    for (const child of childrenOf(node.path, schema, node.value, key)) walk(child, visit);
  }
}

function childrenOf(path: string, schema: InternalTypeSchema, parent: Json, key: string): Node[] {
  const found = key.startsWith('_') ? extensionOf(schema, key) : memberOf(schema, key);
  if (!found) return [];
  const value = parent[key];
  const values: unknown[] = Array.isArray(value) ? value : [value];
  return values.flatMap((one, index) => {
    const absent = one === null || one === undefined;
    const at = `${path}.${found.name}${Array.isArray(value) ? `[${index}]` : ''}`;
    return absent ? [] : [{ path: at, type: found.type, element: found.element, value: one }];
  });
}

/** The element of a property. Where it may be of several types, the property's name ends with its own. */
function memberOf(schema: InternalTypeSchema, key: string) {
  const element = schema.elements[key];
  if (element) return { name: key, element, type: element.type[0]?.code ?? '' };
  for (const [name, choice] of Object.entries(schema.elements)) {
    if (!name.endsWith('[x]') || !key.startsWith(name.slice(0, -3))) continue;
    const type = choice.type.find(({ code }) => key === name.slice(0, -3) + capitalize(code));
    if (type) return { name: `${name.slice(0, -3)}.ofType(${type.code})`, element: choice, type: type.code };
  }
  return undefined;
}

/** `_birthDate` has the extensions of `birthDate`. */
function extensionOf(schema: InternalTypeSchema, key: string) {
  const member = memberOf(schema, key.slice(1));
  return member && { name: member.name, element: undefined, type: 'Element' };
}
