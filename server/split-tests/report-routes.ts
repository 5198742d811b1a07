import type { FastifyInstance } from 'fastify';
import { endpoints } from '#contract/endpoints.ts';
import { isAllowed, memberForInput, requireCapability } from '../access/require-capability.ts';
import { notFound } from '../platform/refusal.ts';
import { sendTable } from '../platform/tables/table-file.ts';
import { serve } from '../plugins/serve.ts';
import { variantOf } from '../split-clicks/assign.ts';
import type { SplitTestDependencies } from './dependencies.ts';
import { readFirstExposure, readLive } from './outcomes/live.ts';
import { seenTest } from './reading.ts';
import { resultsFile } from './results-file.ts';
import { nextSnapshotAt } from './snapshot-job.ts';
import { findSnapshot, lastOfDays, latestSnapshot, latestSnapshots } from './snapshot-rows.ts';
import { namesIn } from './test-answer.ts';
import { lineOf } from './test-line.ts';
import { readTests } from './test-rows.ts';

/** What is known about split tests: the list, results, their course, and single units. */
export function splitTestReportRoutes(
  app: FastifyInstance,
  { pool, now, select }: SplitTestDependencies,
): void {
  serve(app, endpoints.listSplitTests, async ({ access, query, reply }) => {
    const { project_id: project, cursor: before, limit, ...filter } = query;
    const membership = memberForInput(access, project);
    requireCapability(membership, 'split-test.see');
    const found = await readTests(pool, { project, before, limit: limit + 1, ...filter });
    const shown = found.slice(0, limit);
    const last = shown.at(-1);
    if (found.length > limit && last) reply.header('x-next-cursor', last.row.id);
    const snapshots = await latestSnapshots(
      pool,
      shown.map(({ row }) => row.id),
    );
    const names = await namesIn(pool, shown);
    const memberName = (id: number | null) =>
      id !== null && isAllowed(membership, 'members.see') ? (names.members.get(id) ?? null) : null;
    return shown.map((test) =>
      lineOf(test, snapshots.get(test.row.id) ?? null, { now: now(), memberName }),
    );
  });

  serve(app, endpoints.splitTestResults, async (call) => {
    const { row } = await seenTest(pool, call);
    const wanted = call.query.snapshot_id;
    const results =
      wanted === undefined
        ? await latestSnapshot(pool, row.id)
        : await findSnapshot(pool, row.id, wanted);
    if (wanted !== undefined && results === null) throw notFound();
    const live = await readLive(select, { project: row.projectId, test: row.id });
    const next = row.status === 'running' ? nextSnapshotAt(now()) : null;
    return { results, live: { ...live, next_snapshot_at: next?.toISOString() ?? null } };
  });

  serve(app, endpoints.splitTestSeries, async (call) => {
    const { row } = await seenTest(pool, call);
    const snapshots = await lastOfDays(pool, row.id);
    return snapshots.map((results) => ({
      snapshot_id: results.snapshot_id,
      at: results.as_of,
      status: results.gate.status,
      variants: results.variants.map(({ key, value, comparison }) => ({
        key,
        value,
        lift: comparison?.lift ?? null,
        low: comparison?.lift_interval?.low ?? null,
        high: comparison?.lift_interval?.high ?? null,
      })),
    }));
  });

  serve(app, endpoints.splitTestExport, async (call) => {
    const { row } = await seenTest(pool, call);
    return sendTable(call.reply, call.query, resultsFile(row, await latestSnapshot(pool, row.id)));
  });

  serve(app, endpoints.splitTestAssignment, async (call) => {
    const { row } = await seenTest(pool, call);
    const unit = call.query.unit_id;
    const weights = row.variants.map(({ key, weight_bp: weightBp }) => ({ key, weightBp }));
    const variant = variantOf(unit, { seed: row.seed, trafficPct: row.trafficPct, weights });
    const asked = { project: row.projectId, test: row.id, unit: row.unit, id: unit };
    return { variant, is_in_test: variant !== null, first: await readFirstExposure(select, asked) };
  });
}
