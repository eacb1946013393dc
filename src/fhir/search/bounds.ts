/** Rows that a page looks at where its conditions are not all served by one index. */
export const FHIR_SCAN_MAX = 1_000;

/** Resources of a page, by default and at most. */
export const COUNT = 50;
export const COUNT_MAX = 200;

/** Bytes of a page, about: what is beyond comes with the next one. */
export const PAGE_BYTES = 1024 * 1024;

/** Bytes of a search, in its address, form or `If-None-Exist`. */
export const SEARCH_BYTES = 64 * 1024;

/** Parameters of a search: each may be a condition of the SQL. */
export const CONDITIONS_MAX = 20;

/** Ids and identifiers of a search, which an index answers: 64 KiB have fewer ids, and about as many of our own numbers. */
export const NAMED_MAX = 4_800;

/** Dates of a parameter as they were sent. */
export const DATES_MAX = 3_000;

/** Alternatives of a parameter that no index answers: of texts, and of ranges of time once those that touch are one. */
export const ALTERNATIVES_MAX = 50;

/** Of references, and of all parameters of a search that have several such alternatives. */
export const ALTERNATIVES_TOGETHER = 100;
