import { NotFoundError, OutdatedError } from '../errors';
import { actorNotCurrent } from './current-actor';

export interface Target {
  id: string;
  /** of `If-Match`; null: any version */
  if_version: number | null;
}

export interface Outcome<Row> {
  /** the version before the write; undefined where there is no such row */
  version: number | undefined;
  /** as it is by now, also where it had all values already and so was not written; undefined where the write was refused */
  row: Row | undefined;
  /** false where a guarded write was refused because the actor is no longer what the token says */
  isActorCurrent: boolean;
}

/** @throws UnauthenticatedError, NotFoundError, OutdatedError where the write was refused */
export function requireWritten<Row>(entity: string, id: string, { version, row, isActorCurrent }: Outcome<Row>): Row {
  if (row) return row;
  if (!isActorCurrent) throw actorNotCurrent();
  throw version === undefined ? new NotFoundError(entity, id) : new OutdatedError(entity);
}

/** Whether `refers` or `where` was in the way: the row is there, and has the version that was asked for. */
export const isRefused = ({ row, version, isActorCurrent }: Outcome<unknown>, { if_version }: Target): boolean =>
  !row && isActorCurrent && version !== undefined && version === (if_version ?? version);
