import type { Execution } from '#contract/event-pixels/schemas.ts';
import type { Connection } from '../database/orm.ts';

type PixelExecution = Execution & { pixel_id: number; pixel_name: string };
type Row = Omit<PixelExecution, 'created_at' | 'finished_at' | 'next_at'> & {
  created_at: Date;
  finished_at: Date | null;
  next_at: Date | null;
};

/** The deliveries of a conversion, latest first; with affiliates only those of their pixels. */
export async function readExecutionsOf(
  connection: Connection,
  { project, conversion }: { project: number; conversion: string },
  affiliates: readonly number[] | null,
): Promise<PixelExecution[]> {
  const { rows } = await connection.query<Row>(
    `select d.id::text, p.id as pixel_id, p.name as pixel_name, conversion_id as conversion, d.event_id, d.status, outcome,
       state, attempts, false as is_test, tries, case when state = 'waiting' then next_at end as next_at, http_status,
       latency_ms, request, response_excerpt, d.created_at, finished_at
     from pixel_deliveries d join event_pixels p on p.id = d.pixel_id join affiliates a on a.id = p.affiliate_id
     where conversion_id = $2 and a.project_id = $1 and ($3::int[] is null or a.id = any($3))
     order by d.id desc limit 100`,
    [project, conversion, affiliates],
  );
  return rows.map((row) => ({
    ...row,
    created_at: row.created_at.toISOString(),
    finished_at: row.finished_at?.toISOString() ?? null,
    next_at: row.next_at?.toISOString() ?? null,
  }));
}
