import type pg from 'pg';

const LOCK = 7_311;

/**
 * Until the transaction ends, nobody else decides about conversions of these projects or corrects them: of two at once
 * the second finds what the first did.
 */
export async function aloneIn(client: pg.PoolClient, projects: readonly number[]): Promise<void> {
  await client.query(
    `select pg_advisory_xact_lock($1, project)
     from (select distinct project from unnest($2::int[]) as given(project) order by project) as ordered`,
    [LOCK, projects],
  );
}
