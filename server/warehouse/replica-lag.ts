import { type ClickHouseClient, ClickHouseError } from '@clickhouse/client';

/** Not known to this server, or not readable by this user. */
const hidden = new Set(['60', '497']);

/**
 * Whether the server that answers is a replica that does not have all rows of the events yet: it has not read the whole
 * log of changes, still fetches what the log names, or has lost its connection to the keeper. The log is empty until
 * something was stored. Where the user may not read it, no lag is assumed.
 */
export async function lagsBehind(writer: ClickHouseClient): Promise<boolean> {
  try {
    const answer = await writer.query({
      query: `SELECT count() AS lagging FROM system.replicas
        WHERE database = currentDatabase() AND table IN ('events', 'events_local')
          AND (is_readonly OR is_session_expired OR inserts_in_queue > 0
            OR (log_max_index > 0 AND log_pointer <= log_max_index))`,
      format: 'JSONEachRow',
    });
    const [found] = await answer.json<{ lagging: number | string }>();
    return Number(found?.lagging ?? 0) > 0;
  } catch (error) {
    if (error instanceof ClickHouseError && hidden.has(error.code)) return false;
    throw error;
  }
}
