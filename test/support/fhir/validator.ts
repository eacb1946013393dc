// Judges FHIR as HL7's own validator would, in any JavaScript: test/support/fhir/validate.ts is it inside workerd, in-node.mjs in Node.
import {
  getAllDataTypes,
  indexStructureDefinitionBundle,
  OperationOutcomeError,
  validateResource,
} from '@medplum/core';
import { constraintsOf } from './constraints.ts';
import type { Definitions } from './definitions.ts';
import { emptinessOf } from './empty.ts';
import { type Issue, isObject, type Json, type Node } from './issue.ts';
import { narrativeRules } from './narrative.ts';
import { primitiveRules } from './primitives.ts';
import { referenceRules } from './references.ts';
import { bundleRules, containedRules } from './resources.ts';
import { terminologyRules } from './terminology.ts';
import { walk } from './walk.ts';

/**
 * What is found and does not count:
 * - medplum's own judgement of references takes each URL for a wrong type: references.ts judges them instead.
 * - dom-6, a warning, wants a narrative of every resource. Who reads an interface renders its fields.
 */
const OVERLOOKED = /^Invalid reference: got |^Constraint dom-6 /;

/** @returns what throws an error that lists all that is wrong with a resource, warnings included */
export function validatorOf(definitions: Definitions): (resource: unknown) => void {
  const structures = new Map(definitions.structures.map((one) => [one.type, one]));
  const isResourceType = (type: string) => structures.get(type)?.kind === 'resource' && !structures.get(type)?.abstract;
  indexStructureDefinitionBundle(
    definitions.structures.filter(({ kind, abstract }) => kind !== 'resource' || abstract),
  );
  /** On demand: the other resources are two thirds of the definitions. */
  const learn = (type: string) => {
    const structure = structures.get(type);
    if (structure && !getAllDataTypes()[type]) indexStructureDefinitionBundle([structure]);
  };
  const rules = [
    primitiveRules(definitions),
    terminologyRules(definitions),
    referenceRules(isResourceType),
    narrativeRules,
  ];

  function issuesOf(resource: Json, path: string, root: Json): Issue[] {
    const { resourceType } = resource;
    if (typeof resourceType !== 'string' || !isResourceType(resourceType))
      return [{ severity: 'error', expression: path, text: `No resource of R4: ${resourceType}` }];
    learn(resourceType);
    const issues: Issue[] = [...bundleRules(resource, path), ...containedRules(resource, path)];
    const visit = (node: Node) => {
      issues.push(...constraintsOf(node, resource, root), ...rules.flatMap((rule) => rule(node)));
      if (node.type === 'Resource' && isObject(node.value)) {
        const contained = /\.contained\[\d+\]$/.test(node.path);
        issues.push(...issuesOf(node.value, node.path, contained ? root : node.value));
      }
    };
    walk({ path, type: resourceType, value: resource }, visit);
    return issues;
  }

  return (resource) => {
    if (!isObject(resource)) throw new Error(`No FHIR resource: ${JSON.stringify(resource)}`);
    const type = String(resource.resourceType);
    learnAll(resource, learn);
    const issues = [...emptinessOf(resource, type), ...byMedplum(resource), ...issuesOf(resource, type, resource)];
    const texts = issues
      .filter(({ text }) => !OVERLOOKED.test(text))
      .map(({ severity, expression, text }) => `${severity} ${expression}: ${text}`);
    if (texts.length > 0) throw new Error(`Not FHIR R4:\n${[...new Set(texts)].join('\n')}`);
  };
}

function learnAll(value: unknown, learn: (type: string) => void): void {
  if (Array.isArray(value)) for (const one of value) learnAll(one, learn);
  if (!isObject(value)) return;
  if (typeof value.resourceType === 'string') learn(value.resourceType);
  for (const one of Object.values(value)) learnAll(one, learn);
}

interface MedplumIssue {
  severity: Issue['severity'];
  expression?: string[];
  details?: { text?: string };
}

function byMedplum(resource: Json): Issue[] {
  const read = (issues: MedplumIssue[]) =>
    issues.map(({ severity, expression, details }) => ({
      severity,
      expression: expression?.join(', ').replaceAll('[x]', '') ?? String(resource.resourceType),
      text: details?.text ?? 'Refused by medplum',
    }));
  try {
    return read(validateResource(resource));
  } catch (error) {
    if (error instanceof OperationOutcomeError) return read(error.outcome.issue);
    // What it does not understand at all, as a text where an object belongs.
    return [{ severity: 'error', expression: String(resource.resourceType), text: `medplum failed: ${error}` }];
  }
}
