import * as z from 'zod';

let run = 0;

/** How often a schema was run since the tests began. The schemas within it are part of it. */
export const schemasRun = (): number => run;

const METHODS = ['parse', 'parseAsync', 'safeParse', 'safeParseAsync'] as const;
type Method = (this: unknown, ...given: unknown[]) => unknown;

const counting = new WeakSet<object>();

// zod binds such a method to its schema at the first use, so that it can only be replaced before: test/setup.ts imports
// this file first. The kinds of schemas have a prototype each; errors pass here, too, and have no such methods.
z.config({
  postProcessor: (schema: object) => {
    const prototype = Object.getPrototypeOf(schema);
    if (counting.has(prototype)) return;
    counting.add(prototype);
    for (const name of METHODS) {
      const method: Method | undefined = Object.getOwnPropertyDescriptor(prototype, name)?.get?.call(undefined);
      if (!method) continue;
      prototype[name] = function (this: unknown, ...given: unknown[]) {
        run++;
        return method.apply(this, given);
      };
    }
  },
});
