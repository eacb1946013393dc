import type { ServiceContext } from '../../context';
import { actingOf, actorNotCurrent, requireCurrentActor } from '../../db/current-actor';
import { newEntity, type Versioned } from '../../db/entity';
import { createOnce, type Idempotency, rememberKey } from '../../db/idempotency';
import { cutPage } from '../../db/keyset-list';
import { onlyRow, withFollowers } from '../../db/query';
import type { Addendum } from '../../db/schema/note';
import type { Outcome, Target } from '../../db/update-outcome';
import { NotFoundError, OutdatedError, ReferenceNotFoundError } from '../../errors';
import { isoTime } from '../../rules/datetime';
import { handingOver } from './batch';
import * as queries from './queries';
import {
  isDraft,
  isFinal,
  mayNotWrite,
  noDoctor,
  noNote,
  notItsAuthor,
  notItsDoctor,
  stillActive,
  tooMuch,
} from './rules';
import type { AddendumInput, AuthorQuery, HandedOver, HandOverInput, Note, NoteQuery, NoteUpdate } from './schemas';

const ENTITY = 'Note';
/** Of a note that is not there: `If-Match: "0"` means that. */
const NOT_BEGUN = 0;

const toAddendum = ({ text, signed_by, signed_at }: Addendum) => ({
  text,
  author: signed_by,
  signed_at: isoTime(signed_at),
});

export const toNote = (row: queries.Row): Note => ({
  id: row.id,
  appointment_id: row.appointment_id,
  patient_id: row.patient_id,
  status: row.signed_at === null ? 'draft' : row.addenda.length === 0 ? 'final' : 'amended',
  title: row.title,
  text: row.text,
  author: row.author,
  signed_at: row.signed_at === null ? null : isoTime(row.signed_at),
  addenda: row.addenda.map(toAddendum),
  created_at: isoTime(row.created_at),
  updated_at: isoTime(row.updated_at),
});

const versioned = (row: queries.Row): Versioned<Note> => ({ version: row.version, record: toNote(row) });

/** @throws NotFoundError where there is no such note that the account may see */
export async function getNote(
  ctx: ServiceContext,
  id: string,
  author?: AuthorQuery['author'],
): Promise<Versioned<Note>> {
  const row = await ctx.db.first(queries.withChosen({ ...actingOf(ctx), id, author: author ?? null }));
  if (!row) throw new NotFoundError('Appointment', id);
  if (row.id === null) throw noNote();
  return versioned(row);
}

/** Behind a write: what is there by now. @throws NotFoundError, UnauthenticatedError, ForbiddenError */
function stateOf(rows: queries.Noted[], id: string, { isActorCurrent }: Outcome<unknown>) {
  const [state] = rows;
  if (!isActorCurrent) throw actorNotCurrent();
  if (!state) throw new NotFoundError('Appointment', id);
  if (state.own_doctor === null) throw noDoctor();
  return state;
}

/** Begins the own draft about a visit, or changes it. @throws NotFoundError, ForbiddenError, OutdatedError, RuleError */
export async function writeNote(
  ctx: ServiceContext,
  target: Target,
  { text, title }: NoteUpdate,
): Promise<Versioned<Note>> {
  const { id, if_version } = target;
  const acting = actingOf(ctx);
  const draft = { text, title: title ?? null };
  const { changed, begun, state } = await ctx.db.batch({
    changed: queries.change(ctx, target, { ...acting, ...draft, keeps_title: title === undefined ? 1 : 0 }),
    begun:
      (if_version ?? NOT_BEGUN) === NOT_BEGUN
        ? queries.begin(ctx, {
            ...{ ...newEntity(ctx), ...acting, ...draft, appointment_id: id, addenda: [] },
            ...{ signed_at: null, signed_by: null },
            ...{ patient_id: '', doctor_id: '' }, // made by the insert
          })
        : undefined,
    state: queries.withOwn({ ...acting, id }),
  });
  const { visit_doctor, own_doctor, ...row } = stateOf(state, id, changed);
  const isWritten = changed.row !== undefined || begun?.length === 1;
  if (row.id === null) throw visit_doctor === own_doctor ? new OutdatedError(ENTITY) : notItsDoctor();
  if (isWritten) return versioned(row);
  throw row.signed_at === null ? new OutdatedError(ENTITY) : isFinal();
}

/** @throws NotFoundError, ForbiddenError, OutdatedError */
export async function signNote(ctx: ServiceContext, target: Target): Promise<Versioned<Note>> {
  const { id, if_version } = target;
  const acting = actingOf(ctx);
  const { signed, state } = await ctx.db.batch({
    signed: queries.sign(ctx, target, { ...acting, signed_at: ctx.now }),
    state: queries.withOwn({ ...acting, id }),
  });
  const row = stateOf(state, id, signed);
  if (row.id === null) throw noNote();
  // Signed before, as by a request whose answer was lost: that names the version before.
  const isSame = row.signed_at !== null && [null, row.version, row.version - 1].includes(if_version);
  if (!signed.row && !isSame) throw new OutdatedError(ENTITY);
  return versioned(row);
}

/** @throws NotFoundError, ForbiddenError, RuleError, InvalidError, ConflictError */
export function addAddendum(
  ctx: ServiceContext,
  id: string,
  { text, author }: AddendumInput & AuthorQuery,
  idempotency: Idempotency | null,
): Promise<Versioned<Note>> {
  const acting = actingOf(ctx);
  const asked = { ...acting, author: author ?? null };
  return createOnce(ctx, idempotency, {
    create: async () => {
      const append = queries.append(ctx, { id, if_version: null }, { ...asked, addendum: text, added_at: ctx.now });
      const { added, state } = await ctx.db.batch({
        added: withFollowers(append, ...rememberKey(ctx, idempotency, id)),
        state: queries.withChosen({ ...asked, id }),
      });
      const { visit_doctor, own_doctor, ...row } = stateOf(state, id, added);
      if (row.id === null) throw noNote();
      if (added.row) return versioned(row);
      if (row.signed_at === null) throw isDraft();
      throw own_doctor === row.doctor_id || own_doctor === visit_doctor ? tooMuch() : notItsAuthor();
    },
    read: () => getNote(ctx, id, author),
  });
}

/** @returns the newest first @throws NotFoundError */
export async function listNotes(
  ctx: ServiceContext,
  id: string,
  { limit, cursor = Number.MAX_SAFE_INTEGER }: NoteQuery,
) {
  const { found, patients } = await ctx.db.batch({
    found: queries.page({ ...actingOf(ctx), id, cursor, limit: limit + 1 }),
    patients: queries.livePatient({ id }),
  });
  if (patients.length === 0) throw new NotFoundError('Patient', id);
  const { rows, next } = cutPage(found, Math.min(limit, queries.wholeNotes(found)));
  return { rows: rows.map(toNote), next };
}

/** @throws UnauthenticatedError, NotFoundError, ReferenceNotFoundError, RuleError */
export async function handOverNotes(ctx: ServiceContext, of: string, { to }: HandOverInput): Promise<HandedOver> {
  const { changed, state, actor } = await ctx.db.batch(handingOver(ctx, { of, to }));
  requireCurrentActor(actor);
  const { known, is_active, to_known, to_writes, left } = onlyRow(state);
  if (!known) throw new NotFoundError('Doctor', of);
  if (!to_known) throw new ReferenceNotFoundError(['Doctor', to]);
  if (is_active) throw stillActive();
  if (!to_writes) throw mayNotWrite();
  return { handed_over: onlyRow(changed).n, left };
}
