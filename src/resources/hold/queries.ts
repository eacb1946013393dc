import { and, eq, exists, gt, not, type SQL, sql } from 'drizzle-orm';
import type { ServiceContext } from '../../context';
import { type Idempotency, rememberKey } from '../../db/idempotency';
import { insertion, type NewRow } from '../../db/insert';
import { withFollowers } from '../../db/query';
import { areThere, missingUnlessWritten, orMissing } from '../../db/references';
import { appointmentType } from '../../db/schema/calendar';
import { department } from '../../db/schema/department';
import { doctor } from '../../db/schema/doctor';
import { hold } from '../../db/schema/hold';
import { db, type Inputs, rawStatement, statement } from '../../db/statement';
import { CONDITIONS, isOffered } from '../appointment/booking';
import { type Claim, roomFor } from '../appointment/claim';
import { HOLDS_MAX } from './rules';

/** Before the id in an idempotency key: what such a key has made is no record, and gone before long. */
export const KEY_OF_HOLD = 'hold:';

const REFERENCES = { doctor_id: doctor, department_id: department, type_id: appointmentType };

type Row = NewRow<typeof hold>;
export type HoldRow = typeof hold.$inferSelect;
/** What is claimed by the hold, and how many its account may have. */
export type Holding = Row & Omit<Claim, keyof Row> & { most: number };

const isOpen = (p: Inputs<{ now: number }>) => gt(hold.expires_at, p.now);
const isOwn = (p: Inputs<Pick<Row, 'account_id'> & { now: number }>) =>
  and(eq(hold.account_id, p.account_id), isOpen(p));

/** How many open ones the account has, and of these for the same person, and when the first of each ends. */
const openHolds = (p: Inputs<Holding>): SQL => {
  const same = sql`filter (where ${hold.behind} is ${p.behind})`;
  return sql`select count(*) as n, min(${hold.expires_at}) as ends,
    count(*) ${same} as n_same, min(${hold.expires_at}) ${same} as ends_same from ${hold} where ${isOwn(p)}`;
};
const tooMany = (p: Inputs<Holding>): SQL =>
  sql`select max(iif(n >= ${p.most}, ends, 0), iif(n_same >= ${sql.raw(String(HOLDS_MAX))}, ends_same, 0)) as until
    from (${openHolds(p)}) where n >= ${p.most} or n_same >= ${sql.raw(String(HOLDS_MAX))}`;

// Whatever the setting: a time that may be taken from its holder would be held in vain.
const { isFree, refusal } = CONDITIONS.reject;

const insertHold = insertion<typeof hold, 'resource_id', Omit<Holding, keyof Row>>(hold, {
  where: (p: Inputs<Holding>) =>
    and(areThere(REFERENCES, p, { type_id: isOffered }), not(exists(sql`(${tooMany(p)})`)), isFree(p)),
  computed: { resource_id: (p: Inputs<Holding>) => roomFor(p) },
  returning: ['resource_id'],
});

const missing = missingUnlessWritten(REFERENCES);

/** Right behind the insert: when the account may hold another one, if it has too many. */
const exceeded = rawStatement<Holding, { until: number }>(
  (p) => sql`select until from (${tooMany(p)}) where changes() = 0`,
);

/** A hold has no patient, and may have no department yet. */
const NONE = '';

/** The hold, and why there is none. */
export const creation = (ctx: ServiceContext, holding: Holding, idempotency: Idempotency | null) => {
  const written = withFollowers(insertHold(holding), ...rememberKey(ctx, idempotency, `${KEY_OF_HOLD}${holding.id}`));
  return {
    inserted: orMissing(written, missing(holding)),
    exceeded: exceeded(holding),
    refused: refusal({ ...holding, patient_id: NONE, department_id: holding.department_id ?? NONE }),
  };
};

interface Own {
  id: string;
  account_id: string;
  now: number;
}

export const ownById = statement((p: Inputs<Own>) =>
  db
    .select()
    .from(hold)
    .where(and(eq(hold.id, p.id), isOwn(p))),
);

export const removeOwn = statement((p: Inputs<Own>) =>
  db
    .delete(hold)
    .where(and(eq(hold.id, p.id), isOwn(p)))
    .returning({ id: hold.id }),
);
