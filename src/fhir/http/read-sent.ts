/** A resource as its type takes it, without what has no place there (elements/left-out.ts). */
import type * as z from 'zod';
import type { Fault } from '../../errors';
import { FAULTS_MAX } from '../../http/errors';
import { toInvalidError } from '../../http/faults';
import { leftOutOf, MODIFIERS, noPlaceAt, type Path } from '../elements/left-out';

interface Node {
  value: unknown;
  name: string | number;
  parent: Node | undefined;
}

function pathOf(node: Node): Path {
  const path: Path = [];
  for (let at: Node | undefined = node; at?.parent; at = at.parent) path.push(at.name);
  return path.reverse();
}

/** Also within what is not known. No recursion: JSON may be nested deeper than calls may be. */
function modifiersIn(sent: unknown): Fault[] {
  const found: Fault[] = [];
  const open: Node[] = [{ value: sent, name: '', parent: undefined }];
  for (let node = open.pop(); node && found.length < FAULTS_MAX; node = open.pop()) {
    if (MODIFIERS.includes(node.name))
      found.push(noPlaceAt(pathOf(node), 'It changes the meaning of what it stands at'));
    else if (typeof node.value === 'object' && node.value !== null) {
      const isList = Array.isArray(node.value);
      for (const [name, value] of Object.entries(node.value))
        open.push({ value, name: isList ? Number(name) : name, parent: node });
    }
  }
  return found;
}

/** Takes it out of what was sent. */
function remove(sent: unknown, [name = '', ...path]: Path): void {
  if (typeof sent !== 'object' || sent === null) return;
  if (path.length > 0) remove(Reflect.get(sent, name), path);
  else if (Array.isArray(sent)) sent.splice(Number(name), 1);
  else Reflect.deleteProperty(sent, name);
}

/** @throws InvalidError of what is refused */
export function readSent<Sent>(schema: z.ZodType<Sent>, sent: unknown, isLenient: boolean) {
  leftOutOf(modifiersIn(sent), isLenient);
  const { data, error } = schema.safeParse(sent, { reportInput: true });
  if (!error) return { resource: data, leftOut: [] };
  const leftOut = leftOutOf(toInvalidError(error, 'body').faults, isLenient);
  // From the end: what is taken out of a list moves what is behind it.
  for (const { loc } of leftOut.toReversed()) remove(sent, loc.slice(1));
  // What is left may have faults that are looked for where there are no others.
  const rest = schema.safeParse(sent, { reportInput: true });
  if (rest.error) throw toInvalidError(rest.error, 'body');
  return { resource: rest.data, leftOut };
}
