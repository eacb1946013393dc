/**
 * JSON that this service has written itself: a column, what a statement makes of rows, the value of a condition. Its form is
 * that of whoever wrote it, so nothing is checked; what others send is read by a schema.
 */
export const ownJson = <T>(json: string): T => JSON.parse(json);
