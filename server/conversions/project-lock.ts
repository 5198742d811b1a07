import type pg from 'pg';

const LOCK = 7_311;

/**
 * Locks the projects' conversions for decisions and corrections until the transaction ends, so that the second of two
 * sees the first.
 */
export async function lockProjects(
  client: pg.PoolClient,
  projects: readonly number[],
): Promise<void> {
  await client.query(
    `select pg_advisory_xact_lock($1, project)
     from (select distinct project from unnest($2::int[]) as given(project) order by project) as ordered`,
    [LOCK, projects],
  );
}
