import type pg from 'pg';
import { newTestSchema } from '#contract/split-tests/schemas.ts';
import { inTransaction, orm } from '#server/database/orm.ts';
import { splitTestShips } from '#server/database/schema/split-tests.ts';
import { newRow } from '#server/split-tests/new-test.ts';
import { beginPhase } from '#server/split-tests/phases.ts';
import { insertTest, type StoredTest, storeTest } from '#server/split-tests/test-rows.ts';

export type SeededTests = {
  /** One of each status, one whose variant is shipped, and a draft that may be deleted. */
  runningTest: string;
  pausedTest: string;
  stoppedTest: string;
  draftTest: string;
  shippedTest: string;
  doomedTest: string;
};

type Company = { projectId: number; canary: string; now: Date };

/** Split tests of a company, with its canary in every text. */
export async function seedSplitTests(
  pool: pg.Pool,
  { projectId, canary, now }: Company,
): Promise<SeededTests> {
  return inTransaction(pool, async (client) => {
    const draft = (kind: string): Promise<StoredTest> =>
      insertTest(client, newRow(bodyOf(projectId, `${canary} ${kind}`, canary), kind, now));
    const started = async (kind: string): Promise<StoredTest> => {
      const test = await draft(kind);
      await beginPhase(client, test, { at: now, reason: canary });
      return storeTest(client, test.row, { status: 'running', startedAt: now }, now);
    };
    const become = async (kind: string, columns: Parameters<typeof storeTest>[2]) => {
      const { row } = await started(kind);
      return storeTest(client, row, columns, now);
    };
    const running = await started('running');
    const paused = await become('paused', { status: 'paused' });
    const stopped = await become('stopped', { status: 'stopped', endedAt: now });
    const decided = { decision: 'ship', decidedVariant: 'B', decidedAt: now } as const;
    const note = { decisionNote: canary };
    const shipped = await become('shipped', {
      ...{ status: 'stopped', endedAt: now, ...decided, ...note },
    });
    await orm(client)
      .insert(splitTestShips)
      .values({
        ...{ id: `${canary}-ship`, testId: shipped.row.id, variant: 'B' },
        ...{ statusBefore: 'running', shippedAt: now },
      });
    return {
      runningTest: running.row.id,
      pausedTest: paused.row.id,
      stoppedTest: stopped.row.id,
      draftTest: (await draft('draft')).row.id,
      shippedTest: shipped.row.id,
      doomedTest: (await draft('doomed')).row.id,
    };
  });
}

const bodyOf = (project: number, name: string, canary: string) =>
  newTestSchema.parse({
    ...{ project, name, hypothesis: canary, kind: 'page', unit: 'visitor' },
    goal: { type: 'conversion_rate' },
    variants: ['A', 'B'].map((key) => ({
      ...{ key, name: `${canary} ${key}`, is_control: key === 'A', weight_bp: 5_000 },
      url: `https://${canary}.test/${key}/${name.replaceAll(' ', '-')}`,
    })),
  });
