import type { ClickHouseClient } from '@clickhouse/client';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { endpoints } from '#contract/endpoints.ts';
import type { Access } from '../access/access.ts';
import { memberForInput } from '../access/require-capability.ts';
import { forbidden } from '../platform/refusal.ts';
import { serve } from '../plugins/serve.ts';
import { affiliateEvents } from './affiliate-events.ts';

type Dependencies = { pool: pg.Pool; reader: ClickHouseClient; now: () => Date };

/** Whether the events of an affiliate arrive, for members who may see the affiliate. */
export function executedRoutes(app: FastifyInstance, { pool, reader, now }: Dependencies): void {
  serve(app, endpoints.pixelExecuted, async ({ access, query }) => {
    const { affid, ss, timezone, project_id: projectId } = query;
    const projects = await projectsWith(access, affid, projectId);
    if (projects.length === 0) throw forbidden();
    return affiliateEvents(reader, { projects, affid, ss, timezone }, now());
  });

  /** Two projects may use the same code; a caller who sees both gets them together. */
  async function projectsWith(access: Access, affid: string, projectId: number | undefined) {
    const memberships =
      projectId === undefined ? access.memberships : [memberForInput(access, projectId)];
    const { rows } = await pool.query<{ id: number; projectId: number }>(
      `select id, project_id as "projectId" from affiliates where aff_id = $1 and project_id = any($2)`,
      [affid, memberships.map((membership) => membership.projectId)],
    );
    return memberships
      .filter((membership) =>
        rows.some(
          (row) =>
            row.projectId === membership.projectId &&
            (membership.affiliates === null ||
              membership.affiliates.some(({ id }) => id === row.id)),
        ),
      )
      .map((membership) => membership.projectId);
  }
}
