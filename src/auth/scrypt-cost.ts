/**
 * N = 2^ln: one of the equivalent settings of OWASP's Password Storage Cheat Sheet; its 16 MiB fit an isolate. Vitest puts a
 * cheap one in its place (vitest.config.ts), which scripts/bundle.mjs refuses.
 */
export const COST = { ln: 14, r: 8, p: 5 };
