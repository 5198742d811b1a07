import type { ClickHouseClient } from '@clickhouse/client';
import { StartProblem } from '../platform/start-problem.ts';

/** Refuses a cluster whose rows would be spread over shards: conversions join rows of several tables. */
export async function refuseShards(client: ClickHouseClient, cluster: string): Promise<void> {
  const answer = await client.query({
    query:
      'SELECT toUInt32(uniqExact(shard_num)) AS shards FROM system.clusters WHERE cluster = {cluster:String}',
    query_params: { cluster },
    format: 'JSONEachRow',
  });
  const [found] = await answer.json<{ shards: number }>();
  const shards = Number(found?.shards ?? 0);
  if (shards === 1) return;
  throw new StartProblem(
    shards === 0
      ? `CLICKHOUSE_CLUSTER names the cluster ${cluster}, which the server of CLICKHOUSE_URL does not know: use a name of system.clusters.`
      : `CLICKHOUSE_CLUSTER names the cluster ${cluster} with ${shards} shards, and Clickledger works with one shard and any number of replicas only: use a cluster with one shard.`,
  );
}
