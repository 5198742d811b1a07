import type { FunnelRow } from '#contract/funnels/report.ts';
import type { Api } from '../kit/api.ts';

const pageSize = 200;
/** A project with more funnels shows the first of them. */
const mostPages = 5;

/** `GET funnels/`, all pages. */
export async function listFunnels(
  api: Api,
  project: number,
  signal: AbortSignal,
): Promise<FunnelRow[]> {
  const rows: FunnelRow[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < mostPages; page += 1) {
    const query = { project_id: project, page_size: pageSize, cursor };
    const read = await api.page('listFunnels', { query, signal });
    rows.push(...read.rows);
    cursor = read.headers.get('X-Next-Cursor') ?? undefined;
    if (cursor === undefined) break;
  }
  return rows;
}
