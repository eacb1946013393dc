// For `npm run audit:verify` and tests: compares the rows of the audit trail with their seals.
import { lineOf, NO_HASH, type Seal, sealHash, type TrailRow } from './chain';

export const PAGE = 5_000;

/** Pages are in order, and have at most `PAGE` rows. */
interface TrailSource {
  sealsAfter(from_seq: number): Promise<Seal[]>;
  rowsAfter(seq: number): Promise<TrailRow[]>;
  /** the last row that is archived, 0 for none */
  archivedTo(): Promise<number>;
  /** the text of a seal's file; left out: archives are not read */
  archive?: (seal: Seal) => Promise<string | undefined>;
}

/** Whoever asks says what the rows of its SQL are. */
type Ask = <Row>(sql: string, ...values: unknown[]) => Promise<Row[]>;

export function sqlSource(ask: Ask, archive?: TrailSource['archive']): TrailSource {
  return {
    sealsAfter: (from_seq) =>
      ask(
        `SELECT trail, from_seq, to_seq, count, hash FROM audit_seal
        WHERE trail = 'audit' AND from_seq > ? ORDER BY from_seq LIMIT ${PAGE}`,
        from_seq,
      ),
    rowsAfter: (seq) => ask(`SELECT * FROM audit WHERE seq > ? ORDER BY seq LIMIT ${PAGE}`, seq),
    archivedTo: async () => {
      const sql = "SELECT coalesce(max(to_seq), 0) AS n FROM audit_archive WHERE trail = 'audit'";
      return (await ask<{ n: number }>(sql))[0]?.n ?? 0;
    },
    ...(archive && { archive }),
  };
}

export interface Verdict {
  faults: string[];
  sealed: number;
  archived: number;
  /** rows whose files were not read */
  unread: number;
  /** rows without a seal: a change of them cannot be seen */
  unsealed: number;
  head: Pick<Seal, 'to_seq' | 'hash'>;
}

async function* inPages<Row>(read: (after: number) => Promise<Row[]>, last: (row: Row) => number) {
  for (let after = Number.MIN_SAFE_INTEGER, more = true; more; ) {
    const page = await read(after);
    yield* page;
    const end = page.at(-1);
    more = page.length === PAGE;
    if (end) after = last(end);
  }
}

const range = (from: number, to: number) => (from === to ? `row ${from}` : `rows ${from} to ${to}`);

const NAMED = 5;

function missing(from: number, to: number, rows: readonly TrailRow[]): number[] {
  const there = new Set(rows.map(({ seq }) => seq));
  const gone: number[] = [];
  for (let seq = from; seq <= to && gone.length < NAMED; seq++) if (!there.has(seq)) gone.push(seq);
  return gone;
}

function difference(gone: readonly number[], isMore: boolean): string {
  if (isMore) return 'added';
  return gone.length > 0 ? `missing ${gone.join(', ')}${gone.length === NAMED ? ' …' : ''}` : 'altered';
}

async function archiveFault(seal: Seal, before: string, text: string | undefined): Promise<string | undefined> {
  if (text === undefined) return 'its archive is missing';
  const [, ...lines] = text.trimEnd().split('\n');
  return (await sealHash(before, lines)) === seal.hash ? undefined : 'its archive was altered';
}

/** A row that was changed, removed or added breaks its seal. */
export async function verifyTrail(source: TrailSource): Promise<Verdict> {
  const verdict: Verdict = {
    ...{ faults: [], sealed: 0, archived: 0, unread: 0, unsealed: 0 },
    head: { to_seq: 0, hash: NO_HASH },
  };
  const fault = (what: string) => verdict.faults.push(`audit: ${what}`);
  const archivedTo = await source.archivedTo();
  const rows = inPages(source.rowsAfter, ({ seq }) => seq);
  let next = await rows.next();
  const rowsUpTo = async (seq: number) => {
    const taken: TrailRow[] = [];
    for (; !next.done && next.value.seq <= seq; next = await rows.next()) taken.push(next.value);
    return taken;
  };

  for await (const seal of inPages(source.sealsAfter, ({ from_seq }) => from_seq)) {
    const { from_seq, to_seq, count, hash } = seal;
    const { to_seq: before, hash: previous } = verdict.head;
    const where = range(from_seq, to_seq);
    if (from_seq !== before + 1) fault(`${range(before + 1, from_seq - 1)}: no seal, and they are before a sealed row`);
    if (count !== to_seq - from_seq + 1) fault(`${where}: only ${count} were left when they were sealed`);
    const taken = await rowsUpTo(to_seq);
    if (to_seq <= archivedTo) {
      verdict.archived += count;
      if (taken.length > 0) fault(`${where}: ${taken.length} added after they were archived`);
      if (source.archive) {
        const wrong = await archiveFault(seal, previous, await source.archive(seal));
        if (wrong) fault(`${where}: ${wrong}`);
      } else verdict.unread += count;
    } else {
      verdict.sealed += count;
      if ((await sealHash(previous, taken.map(lineOf))) !== hash)
        fault(`${where}: ${difference(missing(from_seq, to_seq, taken), taken.length > count)}`);
    }
    verdict.head = { to_seq, hash };
  }
  if (archivedTo > verdict.head.to_seq) fault(`${range(verdict.head.to_seq + 1, archivedTo)}: archived without a seal`);

  for (let seq = verdict.head.to_seq + 1; !next.done; next = await rows.next(), seq++) {
    if (next.value.seq !== seq) fault(`${range(seq, next.value.seq - 1)}: missing, not sealed yet`);
    seq = next.value.seq;
    verdict.unsealed++;
  }
  return verdict;
}
