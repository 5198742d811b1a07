import type pg from 'pg';
import type { RawEvent } from './raw-events.ts';
import { DEDUP_WINDOW } from './windows.ts';

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

type Reported = Pick<RawEvent, 'uid' | 'side' | 'time' | 'ingested'>;

/** The decision about a conversion made of these events, and since when it is known. */
export function decisionIn(
  events: readonly Reported[],
  decided: DecisionsByEvent,
): Pick<StoredDecision, 'status' | 'at'> {
  const all = events.flatMap((event) => {
    const decision = decided.get(event.uid);
    return decision ? [{ event, decision }] : [];
  });
  const [last] = all
    .filter(({ event, decision }) => decision.status !== null && led(event, decision, events))
    .sort((a, b) => b.decision.order - a.decision.order);
  return {
    status: last?.decision.status ?? null,
    at: Math.max(0, ...all.map(({ decision }) => decision.at)),
  };
}

/**
 * A decision names the head of its conversion. One on an event that came more than 48 hours after a report known by
 * then was about a conversion of its own, before orders were identified for good, and says nothing about this one.
 * Earlier reports that arrive after the decision leave it in force.
 */
function led(event: Reported, { at }: StoredDecision, events: readonly Reported[]) {
  return !events.some(
    ({ side, time, ingested }) =>
      side === event.side && ingested <= at && event.time - time > DEDUP_WINDOW,
  );
}
