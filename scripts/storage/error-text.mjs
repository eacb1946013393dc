// What a command says of an error, in one line.
import { statfsSync } from 'node:fs';

/** Node's own, SQLite's, D1's. */
const FULL = /ENOSPC|EDQUOT|disk is full|SQLITE_FULL|Exceeded maximum DB size/;
/** What workerd says where it cannot write, among others. */
const INTERNAL = /internal error/;
const DISK_FREE_MIN = 16 * 1024 * 1024;

function isFull(dir) {
  const { bavail, bsize } = statfsSync(dir);
  return bavail * bsize < DISK_FREE_MIN;
}

/**
 * @param place what is written to, and full if anything is
 * @param dir on the disk of it, if it is on this machine
 */
export const reasonOf = (error, place, dir) =>
  FULL.test(error.message) || (INTERNAL.test(error.message) && dir !== undefined && isFull(dir))
    ? `${place} is full.`
    : error.message;
