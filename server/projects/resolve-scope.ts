import type { Access, Membership } from '../access/access.ts';
import { type Scope, scopeOf } from '../access/scope.ts';
import type { Connection } from '../database/orm.ts';
import { forbidden, invalid } from '../platform/refusal.ts';

export type Selection = { affiliate_id: readonly string[]; project_id?: number | undefined };

type AffiliateRow = { id: number; affId: string; projectId: number };

/**
 * The scope of a report. A foreign or missing id, or a second currency, refuses the whole call, because silently
 * incomplete figures are worse than none.
 */
export async function resolveScope(
  connection: Connection,
  { memberships }: Access,
  { affiliate_id: chosen, project_id: projectId }: Selection,
): Promise<Scope> {
  const project = memberships.find((one) => one.projectId === projectId);
  if (projectId !== undefined && !project) throw forbidden();

  if (chosen.includes('all')) {
    if (chosen.length > 1) throw invalid('affiliate_id', 'Use affiliate ids or "all", not both.');
    if (!project) throw invalid('project_id', 'Name the project when affiliate_id is "all".');
    return { projects: [scopeOf(project)] };
  }

  const ids = [...new Set(chosen.map(Number))];
  const rows = await readAffiliates(connection, ids);
  const projects = memberships.flatMap((membership) => {
    const readable = readableIn(membership, rows);
    return readable.length > 0
      ? [{ ...scopeOf(membership), affids: readable.map(({ affId }) => affId) }]
      : [];
  });
  const found = projects.reduce((sum, { affids }) => sum + affids.length, 0);
  if (found === 0 || found < ids.length) throw forbidden();
  if (project && projects.some(({ id }) => id !== project.projectId)) {
    throw invalid('affiliate_id', 'These affiliates belong to another project than project_id.');
  }
  const currencies = [...new Set(projects.map(({ currency }) => currency))].sort();
  if (currencies.length > 1) {
    throw invalid(
      'affiliate_id',
      `These affiliates belong to projects in ${currencies.join(', ')}. Choose affiliates of one currency at a time.`,
    );
  }
  return { projects };
}

function readableIn({ projectId, affiliates }: Membership, rows: AffiliateRow[]): AffiliateRow[] {
  const own = affiliates && new Set(affiliates.map(({ id }) => id));
  return rows.filter((row) => row.projectId === projectId && (own === null || own.has(row.id)));
}

async function readAffiliates(connection: Connection, ids: number[]): Promise<AffiliateRow[]> {
  const { rows } = await connection.query<AffiliateRow>(
    `select id, aff_id as "affId", project_id as "projectId" from affiliates
     where id = any($1) order by id`,
    [ids],
  );
  return rows;
}
