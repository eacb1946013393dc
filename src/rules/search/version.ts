/** Whoever changes what a record's terms are raises it by one: then the hourly job derives those of existing rows again. */
export const TERMS_VERSION = 4;
