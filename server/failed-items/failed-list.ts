import type { FailedCount, FailedItem, FailedQueue } from '#contract/failed-items/schemas.ts';
import type { Connection } from '../database/orm.ts';
import { reasonKindOf } from './reason-kind.ts';
import { readSubjects } from './subjects.ts';

type Page = {
  project: number;
  queue?: FailedQueue | undefined;
  cursor?: string | undefined;
  limit: number;
};
type Row = Omit<FailedItem, 'set_aside_at' | 'subject' | 'reason_kind'> & { set_aside_at: Date };

/** A page of what is set aside in a project, latest first, and the cursor of the next page. */
export async function readFailedItems(
  connection: Connection,
  { project, queue, cursor, limit }: Page,
): Promise<{ items: FailedItem[]; next: string | null }> {
  const { rows } = await connection.query<Row>(
    `select id::int, queue, item, reason, tries, set_aside_at from failed_items
     where project_id = $1 and set_aside_at is not null
       and ($2::text is null or queue = $2) and ($3::bigint is null or id < $3)
     order by id desc limit $4`,
    [project, queue ?? null, cursor ?? null, limit + 1],
  );
  const shown = rows.slice(0, limit);
  const subjectOf = await readSubjects(connection, project, shown);
  const items = shown.map((row) => ({
    ...row,
    subject: subjectOf(row),
    reason_kind: reasonKindOf(row),
    set_aside_at: row.set_aside_at.toISOString(),
  }));
  return { items, next: rows.length > limit ? String(shown.at(-1)?.id) : null };
}

/** How many items of each queue are set aside in a project. */
export async function countFailedItems(
  connection: Connection,
  project: number,
): Promise<FailedCount[]> {
  const { rows } = await connection.query<FailedCount>(
    `select queue, count(*)::int as count from failed_items
     where project_id = $1 and set_aside_at is not null group by queue order by queue`,
    [project],
  );
  return rows;
}
