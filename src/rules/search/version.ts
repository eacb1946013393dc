/**
 * Version of the derivation of terms. Whoever changes what a record's terms are raises it by one: then the hourly sweep
 * derives those of the existing rows again.
 */
export const TERMS_VERSION = 1;
