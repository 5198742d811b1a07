import type { Execution, ExecutionOutcome } from '#contract/event-pixels/schemas.ts';
import type { Connection } from '../database/orm.ts';

type Row = Omit<Execution, 'created_at' | 'finished_at' | 'next_at'> & {
  created_at: Date;
  finished_at: Date | null;
  next_at: Date | null;
};

/** The deliveries of a pixel, latest first. `next` is set when more follow. */
export async function readExecutions(
  connection: Connection,
  pixelId: number,
  {
    cursor,
    limit,
    outcome,
  }: {
    cursor?: string | undefined;
    limit: number;
    outcome?: ExecutionOutcome | undefined;
  },
): Promise<{ executions: Execution[]; next: string | null }> {
  const { rows } = await connection.query<Row>(
    `select d.id::text, conversion_id as conversion, event_id, status, outcome, state, attempts, is_test, tries,
       case when state = 'waiting' then next_at end as next_at, http_status, latency_ms, request, response_excerpt,
       created_at, finished_at
     from pixel_deliveries d where pixel_id = $1 and d.id < $2 and ($4::text is null or outcome = $4) order by d.id desc limit $3`,
    [pixelId, cursor ?? '9223372036854775807', limit + 1, outcome ?? null],
  );
  const page = rows.slice(0, limit);
  return {
    executions: page.map((row) => ({
      ...row,
      created_at: row.created_at.toISOString(),
      finished_at: row.finished_at?.toISOString() ?? null,
      next_at: row.next_at?.toISOString() ?? null,
    })),
    next: rows.length > limit ? (page.at(-1)?.id ?? null) : null,
  };
}
