import { trying } from '../failed-items/on-failed.ts';
import { isNotAside } from '../failed-items/repository.ts';
import {
  finishVersion,
  type RecomputeStores,
  resolveAffiliates,
  resolveMissingRates,
  resolveProject,
} from './recompute-project.ts';

type Pending = {
  project: number;
  request: string;
  everything: boolean;
  affids: string[];
  version: string | null;
};

/**
 * Processes recomputation requests, one project after the other; a request is removed when all of it is done. One that
 * fails does not stop the others.
 */
export async function processRecomputeRequests(stores: RecomputeStores): Promise<void> {
  const { rows } = await stores.pool.query<Pending>(
    `select project_id as project, request, everything, affids, version from pending_refresh p
     where ${isNotAside('recompute', 'p.project_id', 'p.request::text')} order by project_id`,
  );
  for (const pending of rows) {
    const { project, request: item } = pending;
    await trying(stores, { queue: 'recompute', project, item }, () => answer(stores, pending));
  }
}

async function answer(
  stores: RecomputeStores,
  { project, request, everything, affids, version }: Pending,
): Promise<void> {
  if (version !== null) await finishVersion(stores, project, version);
  if (everything) await resolveProject(stores, project);
  else if (affids.length > 0) await resolveAffiliates(stores, project, affids);
  await resolveMissingRates(stores, project);
  await stores.pool.query('delete from pending_refresh where project_id = $1 and request = $2', [
    project,
    request,
  ]);
}
