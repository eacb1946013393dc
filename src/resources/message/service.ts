import type { ServiceContext } from '../../context';
import { audited } from '../../db/audit';
import { cutPage } from '../../db/keyset-list';
import { ConflictError, NotFoundError } from '../../errors';
import { visitMessage } from '../../mail/letters/visits';
import { isToCome } from '../../rules/appointment-status';
import { isoTime } from '../../rules/datetime';
import { languageOf } from '../../rules/languages';
import { addressesOf } from '../../rules/messages';
import { toVisitMessage } from './answers';
import * as queries from './queries';
import type { ListedMessage, Message, MessageQuery, MessageStatus } from './schemas';

const ENTITY = 'Message';

type ListedRow = queries.VisitMessageRow & { appointment_id: string; ended_at: number | null };
type WholeRow = ReturnType<ReturnType<typeof queries.byId>['read']>[number];

const toListed = (ctx: ServiceContext, row: ListedRow, patient_id: string): ListedMessage => {
  const { id, ...planned } = toVisitMessage(row, ctx.settings.TIME_ZONE);
  const { appointment_id, ended_at } = row;
  return { id, appointment_id, patient_id, ...planned, ended_at: ended_at === null ? null : isoTime(ended_at) };
};

/** `next` is null on the last page. Messages of deleted patients are left out. */
export async function listMessages(
  ctx: ServiceContext,
  { limit, cursor = Number.MAX_SAFE_INTEGER, ...asked }: MessageQuery,
): Promise<{ rows: ListedMessage[]; next: number | null }> {
  const { appointment_id = null, state = null } = asked;
  const page = queries.pages[appointment_id !== null ? 'ofVisit' : state !== null ? 'ofState' : 'all'];
  const { rows, next } = cutPage(
    await ctx.db.run(page({ appointment_id, state, before: cursor, limit: limit + 1 })),
    limit,
  );
  return {
    rows: rows.flatMap(({ patient_id, ...row }) => (patient_id === null ? [] : [toListed(ctx, row, patient_id)])),
    next,
  };
}

/** For a program, while it may be sent: none without an address to which the patient agrees. */
function toSend(ctx: ServiceContext, row: WholeRow): Partial<Message> {
  const { kind, starts_at, shown, channel, status, deceased_at, preferred_language, shows } = row;
  const mayBeSent = shown === 'waiting' && isToCome(status) && ctx.now < starts_at && deceased_at === null;
  if (!mayBeSent || channel !== 'event') return {};
  const addresses = addressesOf(row, channel);
  if (Object.keys(addresses).length === 0) return {};
  const { HOSPITAL_NAME: clinic, HOSPITAL_ADDRESS: place, TIME_ZONE: zone, MAIL_LANGUAGE } = ctx.settings;
  const language = languageOf(preferred_language, MAIL_LANGUAGE);
  const details = Object.fromEntries((shows ?? []).map((name) => [name, row[name]]));
  const visit = { kind, starts_at, zone, place, shown: details };
  return { language, text: visitMessage(visit, { language, clinic, baseUrl: ctx.baseUrl }), ...addresses };
}

/** @throws NotFoundError */
export async function getMessage(ctx: ServiceContext, id: string): Promise<Message> {
  const row = await ctx.db.first(queries.byId({ id }));
  if (!row) throw new NotFoundError(ENTITY, id);
  return { ...toListed(ctx, row, row.patient_id), ...toSend(ctx, row) };
}

/** What became of one that a program was told of. Said twice it is the same. @throws NotFoundError, ConflictError */
export async function reportMessage(
  ctx: ServiceContext,
  id: string,
  { state, reason = null }: MessageStatus,
): Promise<ListedMessage> {
  const reported = queries.report({ id, state, reason, now: ctx.now });
  const event = { action: 'update', entity: 'message', entity_id: id };
  const { written, rows } = await ctx.db.batch({
    written: audited(ctx, reported, event),
    rows: queries.byId({ id }),
  });
  const [row] = rows;
  if (!row) throw new NotFoundError(ENTITY, id);
  const isSaidAgain = row.state === state && row.row_channel === 'event';
  if (written.length === 0 && !isSaidAgain)
    throw new ConflictError('not_waiting', `The message is ${row.shown}, and waits for no answer`);
  return toListed(ctx, row, row.patient_id);
}
