import { eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { endpoints } from '#contract/endpoints.ts';
import type { TestGate } from '#contract/split-tests/results.ts';
import type { TestDecision } from '#contract/split-tests/schemas.ts';
import { orm } from '../database/orm.ts';
import { splitTestShips } from '../database/schema/split-tests.ts';
import { invalid } from '../platform/refusal.ts';
import { ulid } from '../platform/ulid.ts';
import { conflict } from '../plugins/if-match.ts';
import { serve } from '../plugins/serve.ts';
import { createChangeTest, requireCurrent } from './changing.ts';
import type { SplitTestDependencies } from './dependencies.ts';
import { followStep, returnStep } from './follow-step.ts';
import { beginPhase, endPhase } from './phases.ts';
import { findSnapshot } from './snapshot-rows.ts';
import { storeTest } from './test-rows.ts';

type Dependencies = SplitTestDependencies & {
  /** Makes the links read the tests again. */
  onChange: () => void;
};

const shortestReason = 20;
const allowedBy: Record<TestDecision, (gate: TestGate, variant: string | null) => boolean> = {
  ship: ({ status, winner }, variant) => status === 'ready_ship' && winner === variant,
  keep_control: ({ status }) => status === 'ready_keep' || status === 'ready_inconclusive',
  inconclusive: ({ status }) => status === 'ready_inconclusive',
  invalid: ({ status }) => status === 'unhealthy',
};

/** What was learned from a test, and whether its winner is shown to everybody. */
export function splitTestDecisionRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  const { now, onChange } = dependencies;
  const change = createChangeTest(dependencies);

  serve(app, endpoints.decideSplitTest, (call) =>
    change(call, async ({ client, test, answer, record }) => {
      const { row } = test;
      const { decision, variant, note, override, snapshot_id: snapshotId } = call.body;
      const current = await answer(test);
      requireCurrent(call, current);
      if (row.startedAt === null) throw conflict('This test has not started.', current);
      if (row.decision !== null)
        throw conflict('This test is decided. Take the decision back first.', current);
      const snapshot = await findSnapshot(client, row.id, snapshotId);
      if (!snapshot) throw invalid('snapshot_id', 'Choose a snapshot of this test.');
      if (decision === 'ship' && !row.variants.some(({ key }) => key === variant)) {
        throw invalid('variant', 'Choose the variant to ship.');
      }
      if (!allowedBy[decision](snapshot.gate, variant)) {
        if (!override) {
          throw invalid(
            'override',
            'The gate does not say so yet. Wait, or decide against it and write why.',
          );
        }
        if (note.length < shortestReason) {
          throw invalid(
            'note',
            `Write why you decide against the gate, in at least ${shortestReason} characters.`,
          );
        }
      }
      const isOverride = !allowedBy[decision](snapshot.gate, variant);
      const at = now();
      const stored = await storeTest(
        client,
        row,
        {
          decision,
          decidedVariant: decision === 'ship' ? variant : null,
          decisionNote: note,
          isOverride,
          decidedAt: at,
          decidedBy: call.access.userId,
          decisionSnapshotId: snapshotId,
        },
        at,
      );
      await record('split-test.decided', {
        decision,
        variant,
        override: isOverride,
        snapshot: snapshotId,
      });
      return answer(stored);
    }),
  );

  serve(app, endpoints.undoSplitTestDecision, (call) =>
    change(call, async ({ client, test, answer, record }) => {
      const current = await answer(test);
      if (test.row.decision === null) return current;
      requireCurrent(call, current);
      if (test.ship) throw conflict('A variant is shipped. Undo that first.', current);
      const none = {
        decision: null,
        decidedVariant: null,
        decisionNote: '',
        isOverride: false,
        decidedAt: null,
        decidedBy: null,
        decisionSnapshotId: null,
      };
      const stored = await storeTest(client, test.row, none, now());
      await record('split-test.decision-undone', { decision: test.row.decision });
      return answer(stored);
    }),
  );

  serve(app, endpoints.shipSplitTest, async (call) => {
    const shipped = await change(call, async ({ client, test, answer, record }) => {
      const { row } = test;
      const { variant: key, with_step: withStep } = call.body;
      const current = await answer(test);
      if (test.ship?.variant === key) return current;
      requireCurrent(call, current);
      if (test.ship) throw conflict('Another variant is shipped. Undo that first.', current);
      if (row.decision !== 'ship' || row.decidedVariant !== key) {
        throw conflict('Decide to ship this variant first.', current);
      }
      if (row.status === 'draft') throw conflict('This test has not started.', current);
      const variant = row.variants.find((one) => one.key === key);
      if (withStep && (row.target === null || !variant?.url)) {
        throw invalid('with_step', 'This test is not about the page of a funnel step.');
      }
      const at = now();
      const by = call.access.userId;
      const stepBefore =
        withStep && row.target && variant?.url
          ? await followStep(client, row.target, variant.url, {
              project: row.projectId,
              by,
              now: at,
            })
          : null;
      await orm(client)
        .insert(splitTestShips)
        .values({
          id: ulid(at),
          testId: row.id,
          variant: key,
          statusBefore: row.status,
          stepBefore,
          shippedAt: at,
          shippedBy: by,
        });
      await endPhase(client, row, at);
      const columns = { status: 'stopped', endedAt: row.endedAt ?? at } as const;
      const stored = await storeTest(client, row, columns, at);
      await record('split-test.shipped', { variant: key, with_step: withStep });
      return answer(stored);
    });
    onChange();
    return shipped;
  });

  serve(app, endpoints.undoSplitTestShip, async (call) => {
    const undone = await change(call, async ({ client, test, answer, record }) => {
      const { row, ship } = test;
      const current = await answer(test);
      if (!ship) return current;
      requireCurrent(call, current);
      const at = now();
      const by = call.access.userId;
      if (ship.stepBefore && row.target) {
        await returnStep(client, row.target, ship.stepBefore, {
          project: row.projectId,
          by,
          now: at,
        });
      }
      await orm(client)
        .update(splitTestShips)
        .set({ undoneAt: at })
        .where(eq(splitTestShips.id, ship.id));
      const isRunning = ship.statusBefore === 'running';
      if (isRunning) await beginPhase(client, test, { at, reason: 'The ship was undone.' });
      const columns = {
        status: ship.statusBefore,
        endedAt: ship.statusBefore === 'stopped' ? row.endedAt : null,
      };
      const stored = await storeTest(client, row, columns, at);
      await record('split-test.ship-undone', { variant: ship.variant });
      return answer(stored);
    });
    onChange();
    return undone;
  });
}
