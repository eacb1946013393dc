import { isProgram } from '../../auth/permissions';
import type { Actor } from '../../context';

/** Open holds at a time: of a person, or for one of those behind a program, … */
export const HOLDS_MAX = 3;
/** … and of a program. */
const CLIENT_HOLDS_MAX = 50;

export const mostHolds = (actor: Actor | null): number => (isProgram(actor) ? CLIENT_HOLDS_MAX : HOLDS_MAX);
