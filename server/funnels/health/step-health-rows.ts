import type { StepHealth } from '#contract/funnels/report.ts';
import type { Connection } from '../../database/orm.ts';

/** The result of the last evaluation of a step. */
export type StoredHealth = {
  slug: string;
  state: StepHealth['state'];
  since: Date | null;
  seen: number | null;
  expected: number | null;
  checkedAt: Date;
  /** How many evaluations in a row found a very unlikely silence. */
  quietTimes: number;
};

/** What the last evaluation found for each step by its slug. A step without a row was not evaluated yet. */
export async function readStoredHealth(
  connection: Connection,
  funnelId: string,
): Promise<ReadonlyMap<string, StoredHealth>> {
  const { rows } = await connection.query<StoredHealth>(
    `select slug, state, since, seen, expected, checked_at as "checkedAt", quiet_times as "quietTimes"
     from funnel_step_health where funnel_id = $1`,
    [funnelId],
  );
  return new Map(rows.map((row) => [row.slug, row]));
}

/** Replaces what is stored for a funnel; steps that it no longer has are forgotten. */
export async function storeHealth(
  connection: Connection,
  funnelId: string,
  found: readonly StoredHealth[],
): Promise<void> {
  await connection.query(
    `with gone as (
       delete from funnel_step_health
       where funnel_id = $1 and slug not in (select step.slug from jsonb_to_recordset($2) as step(slug text))
     )
     insert into funnel_step_health (funnel_id, slug, state, since, seen, expected, checked_at, quiet_times)
     select funnels.id, step.slug, step.state, step.since, step.seen, step.expected, step."checkedAt", step."quietTimes"
     from funnels, jsonb_to_recordset($2) as step(
       slug text, state text, since timestamptz, seen int, expected float8, "checkedAt" timestamptz, "quietTimes" int)
     where funnels.id = $1
     on conflict (funnel_id, slug) do update set state = excluded.state, since = excluded.since, seen = excluded.seen,
       expected = excluded.expected, checked_at = excluded.checked_at, quiet_times = excluded.quiet_times`,
    [funnelId, JSON.stringify(found)],
  );
}

/**
 * The health of a funnel's steps by their slugs, for reports. It is that of the whole project: a report leaves out what
 * was seen and expected for a member who sees only some affiliates. What was found of an earlier definition says
 * nothing of this one.
 */
export async function readStepHealth(
  connection: Connection,
  funnelId: string,
): Promise<ReadonlyMap<string, StepHealth>> {
  const stored = await readStoredHealth(connection, funnelId);
  const from = await watchedSince(connection, funnelId);
  const current = [...stored].filter(([, { checkedAt }]) => from !== null && checkedAt >= from);
  return new Map(
    current.map(([slug, { state, since, seen, expected, checkedAt }]) => [
      slug,
      {
        state,
        since: since?.toISOString() ?? null,
        seen,
        expected,
        checked_at: checkedAt.toISOString(),
      },
    ]),
  );
}

/** Since when the published definition of a funnel is watched; null while it is paused, archived or a draft. */
async function watchedSince(connection: Connection, funnelId: string): Promise<Date | null> {
  const { rows } = await connection.query<{ since: Date }>(
    `select v.published_at as since from funnels f join funnel_versions v on v.funnel_id = f.id
     where f.id = $1 and f.status = 'active' and f.archived_at is null order by v.version desc limit 1`,
    [funnelId],
  );
  return rows[0]?.since ?? null;
}
