import type { TestLine, TestTab } from '#contract/split-tests/schemas.ts';
import type { Api } from '../kit/api.ts';

const pageSize = 200;
/** A project with more tests shows the newest of them. */
const mostPages = 10;

/** `GET split-tests/`, all pages; without a tab those that are not archived. */
export async function listTests(
  api: Api,
  { project, tab }: { project: number; tab?: TestTab },
  signal: AbortSignal,
): Promise<TestLine[]> {
  const rows: TestLine[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < mostPages; page += 1) {
    const read = await api.page('listSplitTests', {
      query: { project_id: project, tab, limit: pageSize, cursor },
      signal,
    });
    rows.push(...read.rows);
    cursor = read.headers.get('X-Next-Cursor') ?? undefined;
    if (cursor === undefined) break;
  }
  return rows;
}
