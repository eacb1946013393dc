/** Rows that a page looks at where its conditions are not all served by one index. */
export const SCAN_MAX = 1_000;

/** Resources of a page, by default and at most. */
export const COUNT = 50;
export const COUNT_MAX = 200;

/** Bytes of a page, about: what is beyond comes with the next one. */
export const PAGE_BYTES = 1024 * 1024;
