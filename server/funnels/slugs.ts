import { reservedSlugs, slugOf, slugSchema } from '#contract/funnels/slug.ts';
import type { Connection } from '../database/orm.ts';

const longest = 60;

/** The slug that is asked for if it is free, else the first free one with a number: main, main-2, main-3. */
export async function freeSlug(
  connection: Connection,
  project: number,
  wanted: string,
): Promise<string> {
  const stem = slugSchema.safeParse(wanted).success ? wanted : slugOf(wanted) || 'funnel';
  const { rows } = await connection.query<{ slug: string }>(
    'select slug from funnels where project_id = $1',
    [project],
  );
  const taken = new Set([...reservedSlugs, ...rows.map(({ slug }) => slug)]);
  let slug = stem;
  for (let number = 2; taken.has(slug); number += 1) slug = numbered(stem, number);
  return slug;
}

function numbered(stem: string, number: number): string {
  const end = `-${number}`;
  return stem.slice(0, longest - end.length).replace(/-+$/, '') + end;
}
