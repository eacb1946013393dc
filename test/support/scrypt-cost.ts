/** In the place of src/auth/scrypt-cost.ts: a hash takes well under a millisecond. */
export const COST = { ln: 4, r: 8, p: 1 };
