import { tryEach } from '../failed-items/on-failed.ts';
import { isNotAside, retriedItems } from '../failed-items/repository.ts';
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
  await tryEach(
    stores,
    rows,
    ({ project, request: item }) => ({ queue: 'recompute', project, item }),
    (pending) => answer(stores, pending),
  );
}

/** Only conversions that were left out and are tried again are told to partners; others were told when they came. */
async function answer(
  { onResolved, ...others }: RecomputeStores,
  { project, request, everything, affids, version }: Pending,
): Promise<void> {
  const retried = await retriedItems(others.pool, project, 'conversions');
  const stores = retried.length > 0 && onResolved ? { ...others, onResolved } : others;
  if (version !== null) await finishVersion(stores, project, version);
  if (everything) await resolveProject(stores, project);
  else if (affids.length > 0) await resolveAffiliates(stores, project, affids);
  await resolveMissingRates(stores, project);
  // A request that was asked again meanwhile has another name, and its tries are forgotten, too.
  await stores.pool.query(
    `with answered as (
       delete from pending_refresh where project_id = $1 and request = $2 returning project_id
     )
     delete from failed_items f using answered
     where f.project_id = answered.project_id and f.set_aside_at is null
       and (f.queue = 'recompute' or (f.id = any($3) and f.tries = 0))`,
    [project, request, retried],
  );
}
