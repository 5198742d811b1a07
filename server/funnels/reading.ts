import type pg from 'pg';
import type { Funnel } from '#contract/funnels/schemas.ts';
import { memberOf } from '../access/require-capability.ts';
import { notFound } from '../platform/refusal.ts';
import type { FunnelCall } from './changing.ts';
import { findFunnel } from './funnel-rows.ts';

type ReadFunnel = (call: Pick<FunnelCall, 'access' | 'params' | 'query'>) => Promise<Funnel>;

/** Reads the funnel of a call for the members of its project. A foreign project answers as a missing funnel does. */
export const createReadFunnel =
  (pool: pg.Pool, now: () => Date): ReadFunnel =>
  async ({ access, params: { slug }, query: { project_id: project } }) => {
    memberOf(access, project);
    const funnel = await findFunnel(pool, { project, slug, now: now() });
    if (!funnel) throw notFound();
    return funnel;
  };
