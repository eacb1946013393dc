import definitions from 'virtual:fhir-definitions';
import { expect } from 'vitest';
import { type Definitions, validatorOf } from './validator';

const faultsOf = validatorOf(definitions as Definitions);

/** Fails the test where a resource is not as R4 defines it. */
export function validate(resource: unknown): void {
  const faults = faultsOf(resource);
  if (faults.length > 0) expect.fail(`${faults.join('\n')}\n${JSON.stringify(resource, null, 1).slice(0, 3000)}`);
}
