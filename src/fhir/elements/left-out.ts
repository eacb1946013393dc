/**
 * What of a resource that is sent has no place here. It is refused by its name; where the client prefers `handling=lenient`, it is
 * left out and named. What nearly every sender has is left out and named in any case.
 */
import { type Fault, InvalidError } from '../../errors';
import { fault } from '../../schemas/fields';

export type Path = (string | number)[];

/** Of zod's unknown keys, too. It is well-formed: what is malformed is always refused. */
const NO_PLACE = 'extra_forbidden';
const PASSED_OVER = 'passed_over';
/** They change the meaning of what they stand at, which cannot be taken without them. */
export const MODIFIERS: readonly unknown[] = ['modifierExtension', 'implicitRules'];

/** For a check of a schema. */
export const noPlace = (msg: string) => fault(NO_PLACE, msg);
/** @param path in the resource */
export const noPlaceAt = (path: Path, msg: string): Fault => ({ loc: ['body', ...path], msg, type: NO_PLACE });

/** Of these elements those that were sent. @param at where `sent` is in the resource */
export const passedOver = (sent: object, names: readonly string[], at: Path): Fault[] =>
  names
    .filter((name) => Reflect.get(sent, name) !== undefined)
    .map((name) => ({ loc: ['body', ...at, name], msg: 'It is not kept', type: PASSED_OVER }));

export const refusedOf = (faults: readonly Fault[], isLenient: boolean): Fault[] =>
  faults.filter(
    ({ type, loc }) =>
      type !== PASSED_OVER && !(isLenient && type === NO_PLACE && !MODIFIERS.includes(loc[loc.length - 1])),
  );

/** @returns the faults, all of which are left out. @throws InvalidError of those that are refused */
export function leftOutOf(faults: Fault[], isLenient: boolean): Fault[] {
  const refused = refusedOf(faults, isLenient);
  if (refused.length > 0) throw new InvalidError(refused);
  return faults;
}
