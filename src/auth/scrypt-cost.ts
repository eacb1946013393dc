/**
 * N = 2^ln, r and p: one of the equivalent settings of OWASP's Password Storage Cheat Sheet; its 16 MiB fit an isolate.
 * Vitest puts a cheap one in its place (vitest.config.ts); a bundle that holds that one is refused (scripts/bundle.mjs).
 */
export const COST = { ln: 14, r: 8, p: 5 };
