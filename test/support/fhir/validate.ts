// Inside workerd; in Node it is in-node.mjs. vitest.config.ts has the definitions written.
import text from './definitions.json?raw';
import { validatorOf } from './validator.ts';

/** Throws an error that lists what of a resource is not FHIR R4. */
export const validate: (resource: unknown) => void = validatorOf(JSON.parse(text));
