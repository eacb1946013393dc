import type { Definitions } from './definitions.ts';
import { error, type Issue, isObject, type Json, type Node, type Rule } from './issue.ts';

const LARGEST_INTEGER = 2 ** 31 - 1;

/** Texts that people write have spaces as they like within; at their ends none has. */
const MAY_BE_PADDED = new Set(['markdown', 'xhtml', 'base64Binary']);

/** Formats by the definitions, and what their regular expressions leave open. */
export function primitiveRules({ regexes }: Definitions): Rule {
  // That of base64Binary takes any length of time for a long one.
  const { base64Binary: _, ...quick } = regexes;
  const patterns = new Map(Object.entries(quick).map(([type, regex]) => [type, new RegExp(`^(?:${regex})$`, 'u')]));
  return (node) => {
    const { type, value } = node;
    if (type === 'Attachment' && isObject(value)) return sizeOf(node, value);
    if (typeof value === 'number') return numberOf(node, value, patterns.get(type));
    if (typeof value !== 'string') return [];
    const issues: Issue[] = [];
    if (patterns.get(type)?.test(value) === false) issues.push(error(node, `No ${type}: ${JSON.stringify(value)}`));
    if (!MAY_BE_PADDED.has(type) && value !== value.trim()) issues.push(error(node, 'Whitespace at an end'));
    if (isDateType(type) && !isOnCalendar(value)) issues.push(error(node, `A day that there is not: ${value}`));
    if (type === 'base64Binary' && !isBase64(value)) issues.push(error(node, 'No base64'));
    if (mustBeAbsolute(node) && !/^[a-z][a-z0-9+.-]*:/i.test(value) && !(type === 'canonical' && value.startsWith('#')))
      issues.push(error(node, `No absolute URI: ${value}`));
    if (/^urn:uuid:/i.test(value) && isUri(type) && !/^urn:uuid:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value))
      issues.push(error(node, `No UUID: ${value}`));
    if (/^urn:oid:/i.test(value) && isUri(type) && !/^urn:oid:[0-2](\.(0|[1-9]\d*))+$/.test(value))
      issues.push(error(node, `No OID: ${value}`));
    return issues;
  };
}

function numberOf(node: Node, value: number, pattern: RegExp | undefined): Issue[] {
  if (pattern && !pattern.test(String(value))) return [error(node, `No ${node.type}: ${value}`)];
  const tooLarge = node.type !== 'decimal' && Math.abs(value) > LARGEST_INTEGER;
  return tooLarge ? [error(node, `More than 32 bits: ${value}`)] : [];
}

const isDateType = (type: string) => type === 'date' || type === 'dateTime' || type === 'instant';
const isUri = (type: string) => ['uri', 'url', 'canonical', 'uuid', 'oid'].includes(type);

function isOnCalendar(value: string): boolean {
  const [day] = /^\d{4}-\d\d-\d\d/.exec(value) ?? [];
  if (!day) return true;
  const date = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day);
}

/** Not by one regular expression: a long file would exhaust its stack. */
const isBase64 = (value: string) => value.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(value);

/** A system or an identity names the same from wherever it is read. An extension within another has a name only. */
function mustBeAbsolute({ path, type, element }: Node): boolean {
  if (type === 'canonical') return true;
  if (element?.path === 'Extension.url') return !/extension\[\d+\]\..*extension\[\d+\]\.url$/i.test(path);
  return ['Coding.system', 'Identifier.system', 'Quantity.system', 'Bundle.entry.fullUrl'].includes(
    element?.path ?? '',
  );
}

function sizeOf(node: Node, { data, size }: Json): Issue[] {
  if (typeof data !== 'string' || typeof size !== 'number') return [];
  const bytes = (data.length / 4) * 3 - (/=*$/.exec(data)?.[0].length ?? 0);
  return bytes === size ? [] : [error(node, `${size} bytes are said, ${bytes} are there`)];
}
