import {
  type Constraint,
  evalFhirPathTyped,
  type FhirPathAtom,
  isPrimitiveType,
  LRUCache,
  tryGetDataType,
} from '@medplum/core';
import { error, type Issue, type Json, type Node } from './issue.ts';

/** Where a function is named, medplum's FHIRPath lacks it. */
const UNASKED: Record<string, string> = {
  'cid-0': 'of a name, which R4 gives no ChargeItemDefinition',
  'csd-1': 'descendants()',
  'dom-3': 'descendants(): resources.ts asks it',
  'que-2': 'descendants()',
  'sdf-9': 'children()',
  'sdf-19': 'wrong in R4',
  'txt-1': 'htmlChecks(): narrative.ts asks it',
  'txt-2': 'htmlChecks(): narrative.ts asks it',
};

const cache = new LRUCache<FhirPathAtom>(2000);

/**
 * Invariants of an element and of its type, warnings as well. medplum asks those of the type only of the resource that it is
 * given, no warning, and none after the first that is not met.
 */
export function constraintsOf(node: Node, resource: Json, root: Json): Issue[] {
  const { path, type, value, element } = node;
  const ofType = isPrimitiveType(type) || type === 'Resource' ? [] : (tryGetDataType(type)?.constraints ?? []);
  const all = new Map([...ofType, ...(element?.constraints ?? [])].map((one) => [one.key, one]));
  const resourceOf = (one: Json) => ({ type: String(one.resourceType), value: one });
  const variables = {
    '%context': { type, value },
    '%resource': resourceOf(resource),
    '%rootResource': resourceOf(root),
    '%ucum': { type: 'string', value: 'http://unitsofmeasure.org' },
  };
  const isMet = ({ expression }: Constraint) => {
    const [result, ...more] = evalFhirPathTyped(expression, [{ type, value }], variables, cache);
    return more.length === 0 && result?.value === true;
  };
  return [...all.values()].flatMap((constraint) => {
    const { key, severity, description } = constraint;
    if (key in UNASKED) return [];
    try {
      return isMet(constraint)
        ? []
        : [{ severity, expression: path, text: `Constraint ${key} not met: ${description}` }];
    } catch (thrown) {
      return [error(node, `Constraint ${key} could not be read: ${thrown}`)];
    }
  });
}
