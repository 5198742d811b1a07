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

/** Processes recomputation requests, one project after the other; a request is removed when all of it is done. */
export async function processRecomputeRequests(stores: RecomputeStores): Promise<void> {
  const { rows } = await stores.pool.query<Pending>(
    'select project_id as project, request, everything, affids, version from pending_refresh order by project_id',
  );
  for (const { project, request, everything, affids, version } of rows) {
    if (version !== null) await finishVersion(stores, project, version);
    if (everything) await resolveProject(stores, project);
    else if (affids.length > 0) await resolveAffiliates(stores, project, affids);
    await resolveMissingRates(stores, project);
    await stores.pool.query('delete from pending_refresh where project_id = $1 and request = $2', [
      project,
      request,
    ]);
  }
}
