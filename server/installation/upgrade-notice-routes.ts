import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { endpoints } from '#contract/endpoints.ts';
import { notFound } from '../platform/refusal.ts';
import { serve } from '../plugins/serve.ts';
import { dismissUpgradeNotice } from './upgrade-notices.ts';

/** Notices of upgrades are read with the session. */
export function upgradeNoticeRoutes(
  app: FastifyInstance,
  { pool, now }: { pool: pg.Pool; now: () => Date },
): void {
  serve(app, endpoints.dismissUpgradeNotice, async ({ access, params: { id } }) => {
    if (!(await dismissUpgradeNotice(pool, access, id, now()))) throw notFound();
    return 'The notice was dismissed.';
  });
}
