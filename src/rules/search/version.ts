/**
 * Version of the derivation of terms. Whoever changes what a record's terms are raises it by one: then the hourly sweep
 * derives those of the existing rows again. 2: names have keys of sound, and a patient's `terms` do not repeat `name_terms`.
 */
export const TERMS_VERSION = 2;
