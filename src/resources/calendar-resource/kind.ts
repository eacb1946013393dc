// What rooms are and appointment types need, apart from both: each of them knows the other's limits.
import { text } from '../../schemas/fields';

const KIND_MAX = 100;

/** Compared as statuses of appointments are: letter case, `_`, `-` and spaces do not distinguish kinds. */
export const kind = text(KIND_MAX, 1);
