import { and, or, type SQL, type SQLWrapper } from 'drizzle-orm';

// Drizzle's `and` and `or` are undefined of no conditions, or of none that is defined. Here the first one always is.

type Conditions = [first: SQLWrapper, ...more: (SQLWrapper | undefined)[]];

function some(condition: SQL | undefined): SQL {
  if (!condition) throw new TypeError('There is no condition');
  return condition;
}

/** `and`, where there is a condition. */
export const allOf = (...conditions: Conditions): SQL => some(and(...conditions));

/** `or`, where there is a condition. */
export const anyOf = (...conditions: Conditions): SQL => some(or(...conditions));
