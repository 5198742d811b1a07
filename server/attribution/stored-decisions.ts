import type pg from 'pg';

/** The stored decision about a conversion, by an event of it. */
export type StoredDecision = {
  /** Grows with each decision; the latest applies. */
  order: number;
  /** Null once all decisions were undone. */
  status: string | null;
  /** When the last decision was made or undone, in ms. */
  at: number;
};

/** By the event that led the conversion at the time of the decision. */
export type DecisionsByEvent = ReadonlyMap<string, StoredDecision>;

const statement = `
select event_uid as uid, coalesce(max(s.id) filter (where undone_at is null), 0)::float8 as "order",
  (array_agg(b.status order by s.id desc) filter (where undone_at is null))[1] as status,
  floor(extract(epoch from max(greatest(decided_at, undone_at))) * 1000)::float8 as at
from conversion_status s join decision_batches b on b.id = s.batch_id
where project_id = $1 and event_uid = any($2)
group by event_uid`;

export async function readStoredDecisions(
  pool: pg.Pool,
  project: number,
  uids: readonly string[],
): Promise<DecisionsByEvent> {
  const { rows } = await pool.query<StoredDecision & { uid: string }>({
    name: 'resolver-decided',
    text: statement,
    values: [project, uids],
  });
  return new Map(rows.map(({ uid, ...decided }) => [uid, decided]));
}

/** The decision about a conversion made of these events, and since when it is known. */
export function decisionIn(
  events: readonly { uid: string }[],
  decided: DecisionsByEvent,
): Pick<StoredDecision, 'status' | 'at'> {
  const all = events.flatMap(({ uid }) => decided.get(uid) ?? []);
  const valid = all.filter(({ status }) => status !== null);
  return {
    status: valid.sort((a, b) => a.order - b.order).at(-1)?.status ?? null,
    at: Math.max(0, ...all.map(({ at }) => at)),
  };
}
