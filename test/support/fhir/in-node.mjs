// validate.ts for Node.
import { readFileSync } from 'node:fs';
import { writeDefinitions } from '../../../scripts/fhir-definitions.mjs';
import { validatorOf } from './validator.ts';

/** Throws an error that lists what of a resource is not FHIR R4. */
export const validate = validatorOf(JSON.parse(readFileSync(writeDefinitions(), 'utf8')));
