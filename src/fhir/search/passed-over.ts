/** Parameters that nobody here reads (hl7.org/fhir/R4/search.html#errors). */
import { badParameter } from '../errors';

/** Of R4's own those that choose among what there is: without them an answer would be more than was asked for. */
const CHOOSING = new Set(['_has', '_filter', '_list', '_query', '_content', '_text']);

/**
 * Names are added to `passed`, which the answer says.
 * @param why it is not known
 * @throws FhirError 400, for what chooses whatever the handling, and under `strict` for all
 */
export function passOver(passed: Set<string>, name: string, why: string, strict: boolean): void {
  const [base = ''] = name.split(':', 1);
  if (name.includes('.')) {
    const instead = 'search for what is referred to, and then by its id';
    throw badParameter(name, `chained parameters are not served: ${instead}`, 'not-supported');
  }
  if (CHOOSING.has(base))
    throw badParameter(base, 'is not served, and without it more would be found than was asked for', 'not-supported');
  if (strict) throw badParameter(base, why);
  passed.add(name);
}
