import { copyNamesOf } from '#contract/funnels/copy-name.ts';
import { freeSlug, slugOf, slugSchema } from '#contract/slug.ts';
import type { Connection } from '../database/orm.ts';
import { findByName } from './funnel-rows.ts';

/** The slug that is asked for, or one made of the text, if no funnel of the project has it; else one with a number. */
export async function freeFunnelSlug(
  connection: Connection,
  project: number,
  wanted: string,
): Promise<string> {
  const stem = slugSchema.safeParse(wanted).success ? wanted : slugOf(wanted) || 'funnel';
  const { rows } = await connection.query<{ slug: string }>(
    'select slug from funnels where project_id = $1',
    [project],
  );
  return freeSlug(stem, new Set(rows.map(({ slug }) => slug)));
}

/** The name if no funnel of the project has it, else the first free one with a number: Main, Main 2, Main 3. */
export async function freeFunnelName(
  connection: Connection,
  project: number,
  wanted: string,
): Promise<string> {
  const others = copyNamesOf(wanted);
  let name = wanted;
  while ((await findByName(connection, project, name)) !== null) name = others.next().value;
  return name;
}
