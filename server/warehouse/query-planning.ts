import type { ClickHouseClient } from '@clickhouse/client';

/**
 * How questions are planned.
 *
 * - Sets are not held against the primary key: no key here holds what they filter by, and sorting them for it takes
 *   longer than everything else a funnel does.
 * - What is asked of a key's columns is asked before versions are compared: all versions of a row agree about them.
 * - Versions of a row lie in one partition, which is made from its key: others are neither compared with it nor read.
 * - The statistics of columns are not looked at: the engine opens a file for each column of each part that is younger
 *   than five minutes, which takes longer than the questions themselves.
 * - The filters of nested questions stay apart, so that each is asked only of the rows that the one before left.
 * - Expressions are not compiled: the next question is made of others.
 */
export const planning = {
  use_index_for_in_with_subqueries: 0,
  optimize_move_to_prewhere_if_final: 1,
  do_not_merge_across_partitions_select_final: 1,
  defer_partition_pruning_after_final: 0,
  use_statistics: 0,
  query_plan_merge_filters: 0,
  compile_expressions: 0,
  compile_aggregate_expressions: 0,
  compile_sort_description: 0,
} as const;

/** Those of them that a server knows: it refuses the others. */
export async function plannedBy(server: ClickHouseClient): Promise<Partial<typeof planning>> {
  const answer = await server.query({
    query: 'SELECT name FROM system.settings WHERE name IN {names:Array(String)}',
    query_params: { names: Object.keys(planning) },
    format: 'JSONEachRow',
  });
  const known = new Set((await answer.json<{ name: string }>()).map(({ name }) => name));
  return Object.fromEntries(Object.entries(planning).filter(([name]) => known.has(name)));
}
