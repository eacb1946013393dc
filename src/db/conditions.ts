import { and, or, type SQL, type SQLWrapper } from 'drizzle-orm';

// Drizzle's `and` and `or` are undefined of no conditions, or of none that is defined. Here the first one always is.

type Conditions = [first: SQLWrapper, ...more: (SQLWrapper | undefined)[]];

/** `and`, where there is a condition. */
export const allOf = (...conditions: Conditions): SQL => and(...conditions) as SQL;

/** `or`, where there is a condition. */
export const anyOf = (...conditions: Conditions): SQL => or(...conditions) as SQL;
