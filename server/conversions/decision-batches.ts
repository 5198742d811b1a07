import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import type {
  ConversionStatus,
  Decision,
  DecisionReason,
} from '#contract/conversions/decisions.ts';
import { type Connection, inTransaction } from '../database/orm.ts';
import { isNotAside } from '../failed-items/repository.ts';
import { lockProjects } from './project-lock.ts';

/** For how long a decision can be undone. */
const undoable = 86_400_000;
/** How long a decision waits for the figures, which follow in any case. */
const PATIENCE = 15_000;
const OFTEN = 25;

/** A conversion to decide about, as it was read. */
export type DecidedConversion = {
  project: number;
  conversion: string;
  uid: string;
  key: string;
  from: string;
};

/** Whether a request `p` is still tried: one that failed for good is not waited for. */
const isBeingApplied = isNotAside('decisions', 'p.project_id', 'p.id::text');

export type NewBatch = {
  to: ConversionStatus;
  reason: DecisionReason | null;
  note: string;
  /** Null for the system. */
  by: number | null;
  at: Date;
  found: readonly DecidedConversion[];
  /** The decisions that existed when `found` was read. */
  basis: DecisionBasis;
  /** Runs in the transaction that stores the decision. */
  onKept: (client: pg.PoolClient, batch: string) => Promise<void>;
};

/** The numbers of decisions and undone decisions, by which a concurrent change is detected. */
export type DecisionBasis = { made: number; undone: number };

export async function readBasis(connection: Connection): Promise<DecisionBasis> {
  const { rows } = await connection.query<DecisionBasis>(
    'select count(*)::int as made, count(undone_at)::int as undone from decision_batches',
  );
  return rows[0] ?? { made: 0, undone: 0 };
}

export type Batch = {
  id: string;
  decidedAt: Date;
  undoneAt: Date | null;
  projects: number[];
  conversions: { project: number; conversion: string; isKept: boolean }[];
};

export const undoableUntil = (decidedAt: Date): Date => new Date(decidedAt.getTime() + undoable);

/**
 * Stores a decision and requests the update of the figures. Null where another decision was made since its conversions
 * were read, or an earlier one is not in the figures yet: the conversions may be outdated.
 */
export function storeDecision(
  pool: pg.Pool,
  { to, reason, note, by, at, found, basis, onKept }: NewBatch,
): Promise<string | null> {
  return inTransaction(pool, async (client) => {
    await lockProjects(
      client,
      found.map(({ project }) => project),
    );
    const { made, undone } = await readBasis(client);
    if (made !== basis.made || undone !== basis.undone) return null;
    if (await isAwaited(client, found)) return null;
    const id = randomUUID();
    await client.query(
      `insert into decision_batches (id, status, reason_code, note, decided_at, decided_by)
       values ($1, $2, $3, $4, $5, $6)`,
      [id, to, reason, note, at, by],
    );
    await client.query(
      `insert into conversion_status (batch_id, project_id, conversion_id, event_uid, dedup_key, from_status)
       select $1, given.project, given.conversion, given.uid, given.key, given.from_status
       from jsonb_to_recordset($2) as given(project int, conversion text, uid text, key text, from_status text)`,
      [id, JSON.stringify(found.map(({ from, ...one }) => ({ ...one, from_status: from })))],
    );
    await askFor(client, id);
    await onKept(client, id);
    return id;
  });
}

/** Whether a decision about one of these is not in the figures yet. */
async function isAwaited(
  client: pg.PoolClient,
  found: readonly DecidedConversion[],
): Promise<boolean> {
  const { rows } = await client.query<{ waits: boolean }>(
    `select exists(
       select from pending_decisions p join conversion_status s on s.batch_id = p.batch_id and ${isBeingApplied}
       join unnest($1::int[], $2::text[]) as given(project, uid) on given.project = s.project_id and given.uid = s.event_uid
     ) as waits`,
    [found.map(({ project }) => project), found.map(({ uid }) => uid)],
  );
  return rows[0]?.waits ?? false;
}

const askFor = (client: pg.PoolClient, id: string) =>
  client.query(
    `insert into pending_decisions (project_id, batch_id)
     select distinct project_id, batch_id from conversion_status where batch_id = $1`,
    [id],
  );

/** A decision with its conversions, without those that were decided again since. */
export async function readBatch(connection: Connection, id: string): Promise<Batch | null> {
  const { rows } = await connection.query<{
    decided_at: Date;
    undone_at: Date | null;
    project: number;
    conversion: string;
    is_kept: boolean;
  }>(
    `select b.decided_at, b.undone_at, s.project_id as project, s.conversion_id as conversion, exists(
       select from conversion_status later join decision_batches l on l.id = later.batch_id and l.undone_at is null
       where later.project_id = s.project_id and later.event_uid = s.event_uid and later.id > s.id
     ) as is_kept
     from decision_batches b join conversion_status s on s.batch_id = b.id where b.id = $1`,
    [id],
  );
  const [first] = rows;
  if (!first) return null;
  return {
    id,
    decidedAt: first.decided_at,
    undoneAt: first.undone_at,
    projects: [...new Set(rows.map(({ project }) => project))],
    conversions: rows.map(({ project, conversion, is_kept: isKept }) => ({
      project,
      conversion,
      isKept,
    })),
  };
}

export type UndoneBatch = {
  id: string;
  by: number;
  at: Date;
  projects: readonly number[];
  /** Runs in the transaction that undoes the decision. */
  onUndone: (client: pg.PoolClient) => Promise<void>;
};

/** Answers whether the decision could be undone: of two concurrent calls one gets false. */
export function undoDecision(
  pool: pg.Pool,
  { id, by, at, projects, onUndone }: UndoneBatch,
): Promise<boolean> {
  return inTransaction(pool, async (client) => {
    await lockProjects(client, projects);
    const { rowCount } = await client.query(
      'update decision_batches set undone_at = $2, undone_by = $3 where id = $1 and undone_at is null',
      [id, at, by],
    );
    if (rowCount !== 1) return false;
    await askFor(client, id);
    await onUndone(client);
    return true;
  });
}

type StoryRow = Omit<Decision, 'at' | 'undone_at' | 'undo_until'> & {
  at: Date;
  undone_at: Date | null;
};

/** The decisions about a conversion, by its id and by its events; the oldest first. */
export async function readDecisions(
  connection: Connection,
  project: number,
  { conversion, uids }: { conversion: string; uids: readonly string[] },
  now: Date,
): Promise<Decision[]> {
  const { rows } = await connection.query<StoryRow>(
    `select b.id as batch, s.from_status as from, b.status as to, b.reason_code, b.note, b.decided_at as at,
       (select count(*)::int from conversion_status whole where whole.batch_id = b.id) as conversions,
       nullif(trim(u.first_name || ' ' || u.last_name), '') as by, b.undone_at,
       nullif(trim(v.first_name || ' ' || v.last_name), '') as undone_by
     from conversion_status s join decision_batches b on b.id = s.batch_id
     left join users u on u.id = b.decided_by left join users v on v.id = b.undone_by
     where s.project_id = $1 and (s.event_uid = any($3) or s.id in (
       select id from conversion_status where project_id = $1 and conversion_id = $2))
     order by s.id limit 500`,
    [project, conversion, uids],
  );
  return rows.map((row) => {
    const until = undoableUntil(row.at);
    return {
      ...row,
      at: row.at.toISOString(),
      undone_at: row.undone_at?.toISOString() ?? null,
      undo_until: row.undone_at === null && now < until ? until.toISOString() : null,
    };
  });
}

/** Resolves when the figures include the decisions, or after a while. */
export async function waitUntilApplied(
  pool: pg.Pool,
  by:
    | { batch: string }
    | { adjustments: readonly number[] }
    /** All decisions in these projects up to now. */
    | { decidedIn: readonly number[] },
): Promise<void> {
  const [condition, ids] =
    'batch' in by
      ? ['batch_id = any($1)', [by.batch]]
      : 'adjustments' in by
        ? ['adjustment_id = any($1)', by.adjustments]
        : ['project_id = any($1) and batch_id is not null', by.decidedIn];
  const end = performance.now() + PATIENCE;
  while (performance.now() < end) {
    const { rows } = await pool.query<{ waits: boolean }>(
      `select exists(select from pending_decisions p where ${condition} and ${isBeingApplied}) as waits`,
      [ids],
    );
    if (!rows[0]?.waits) return;
    await delay(OFTEN);
  }
}
