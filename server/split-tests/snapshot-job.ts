import { Cron } from 'croner';
import { and, eq, gt, inArray, isNull, or } from 'drizzle-orm';
import { orm } from '../database/orm.ts';
import { splitTests } from '../database/schema/split-tests.ts';
import { defineJob, type Job } from '../jobs/define-job.ts';
import { type SnapshotDependencies, takeSnapshot } from './take-snapshot.ts';
import { findTest } from './test-rows.ts';

const cron = '*/10 * * * *';

/** Tests go on closing windows for so long after they stopped. */
const watchedAfterStop = 32 * 86_400_000;

const isWatched = (now: Date) =>
  and(
    isNull(splitTests.archivedAt),
    or(
      inArray(splitTests.status, ['running', 'paused']),
      and(
        eq(splitTests.status, 'stopped'),
        gt(splitTests.endedAt, new Date(now.getTime() - watchedAfterStop)),
      ),
    ),
  );

export const snapshotJobName = 'split-test-snapshots';

/** Computes what is known about the tests of projects that have some. */
export const snapshotJob = (dependencies: SnapshotDependencies): Job =>
  defineJob({
    name: snapshotJobName,
    title: 'Results of split tests',
    cron,
    projects: async (connection) => {
      const rows = await orm(connection)
        .selectDistinct({ project: splitTests.projectId })
        .from(splitTests)
        .where(isWatched(dependencies.now()));
      return rows.map(({ project }) => project);
    },
    work: async ({ project, signal }) => {
      const rows = await orm(dependencies.pool)
        .select({ id: splitTests.id })
        .from(splitTests)
        .where(and(eq(splitTests.projectId, project), isWatched(dependencies.now())));
      for (const { id } of rows) {
        signal.throwIfAborted();
        const test = await findTest(dependencies.pool, id);
        if (test) await takeSnapshot(dependencies, test);
      }
    },
  });

/** When the next snapshot of a running test is due. */
export const nextSnapshotAt = (now: Date): Date | null =>
  new Cron(cron, { timezone: 'UTC', paused: true }).nextRun(now);
