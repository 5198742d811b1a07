import type pg from 'pg';

/** What people decided about whatever an event belongs to. */
export type Decided = {
  /** Grows from decision to decision; of several the latest holds. */
  order: number;
  /** None once all of it was undone. */
  status: string | null;
  /** When it was last decided about, or a decision undone, in ms. */
  at: number;
};

/** By the event that led a conversion when it was decided about. */
export type DecidedBy = ReadonlyMap<string, Decided>;

const statement = `
select event_uid as uid, coalesce(max(s.id) filter (where undone_at is null), 0)::float8 as "order",
  (array_agg(b.status order by s.id desc) filter (where undone_at is null))[1] as status,
  floor(extract(epoch from max(greatest(decided_at, undone_at))) * 1000)::float8 as at
from conversion_status s join decision_batches b on b.id = s.batch_id
where project_id = $1 and event_uid = any($2)
group by event_uid`;

export async function readDecided(
  pool: pg.Pool,
  project: number,
  uids: readonly string[],
): Promise<DecidedBy> {
  const { rows } = await pool.query<Decided & { uid: string }>({
    name: 'resolver-decided',
    text: statement,
    values: [project, uids],
  });
  return new Map(rows.map(({ uid, ...decided }) => [uid, decided]));
}

/** What holds for a conversion that is made of these events, and since when that is known. */
export function decisionIn(
  events: readonly { uid: string }[],
  decided: DecidedBy,
): Pick<Decided, 'status' | 'at'> {
  const all = events.flatMap(({ uid }) => decided.get(uid) ?? []);
  const valid = all.filter(({ status }) => status !== null);
  return {
    status: valid.sort((a, b) => a.order - b.order).at(-1)?.status ?? null,
    at: Math.max(0, ...all.map(({ at }) => at)),
  };
}
