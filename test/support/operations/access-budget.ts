/**
 * What a look costs beside the request that takes it: what the queue's consumer does for it, and what stays. Of a day of the
 * clinic in access-budget.test.ts, where visits last a minute and 15 of a hundred looks are lists of 20 patients. In a busier
 * hospital more looks share an object, up to a hundred.
 */
export const LOOK = {
  rows_written: 0.2,
  rows_read: 1.5,
  d1_bytes: 6,
  r2_bytes: 130,
  puts: 0.026,
  /** of objects of the same time: where messages come again or out of order */
  gets: 0,
  messages: 1,
  /** written, delivered and acknowledged; for a message above 64 KB each of them once more */
  message_operations: 3,
};
