import type { ClickHouseClient } from '@clickhouse/client';

/**
 * Settings for planning queries.
 *
 * - No primary key here contains the columns that sets filter by, so sets are not compared with it; sorting them would
 * take longer than the rest of a funnel.
 *
 * - Conditions on key columns are applied before versions are merged, because all versions of a row agree in them.
 *
 * - Versions of a row lie in one partition, which follows from its key, so other partitions are not merged with it.
 *
 * - Column statistics are not read: the engine would open a file for each column of each recent part, which takes
 * longer than the query.
 *
 * - Filters of subqueries stay separate, so that each applies only to rows the inner one left.
 *
 * - Expressions are not compiled, because the next query has different ones.
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

/** The settings that a server knows; it would refuse others. */
export async function supportedPlanning(
  server: ClickHouseClient,
): Promise<Partial<typeof planning>> {
  const answer = await server.query({
    query: 'SELECT name FROM system.settings WHERE name IN {names:Array(String)}',
    query_params: { names: Object.keys(planning) },
    format: 'JSONEachRow',
  });
  const known = new Set((await answer.json<{ name: string }>()).map(({ name }) => name));
  return Object.fromEntries(Object.entries(planning).filter(([name]) => known.has(name)));
}
