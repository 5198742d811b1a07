import type { FastifyInstance } from 'fastify';
import { endpoints } from '#contract/endpoints.ts';
import { isAgainstGate, shortestReason } from '#contract/split-tests/gate-limits.ts';
import { invalid } from '../platform/refusal.ts';
import { conflict } from '../plugins/if-match.ts';
import { serve } from '../plugins/serve.ts';
import { createChangeTest, requireCurrent } from './changing.ts';
import type { SplitTestDependencies } from './dependencies.ts';
import { findSnapshot, latestSnapshot } from './snapshot-rows.ts';
import { storeTest } from './test-rows.ts';

/** What was learned from a test. */
export function splitTestDecisionRoutes(
  app: FastifyInstance,
  dependencies: SplitTestDependencies,
): void {
  const { now } = dependencies;
  const change = createChangeTest(dependencies);

  serve(app, endpoints.decideSplitTest, (call) =>
    change(call, async ({ client, test, answer, record }) => {
      const { row } = test;
      const { decision, variant, note, override, snapshot_id: snapshotId } = call.body;
      const current = await answer(test);
      requireCurrent(call, current);
      if (row.startedAt === null)
        throw conflict('This test has not started. Start it before you decide.', current);
      if (row.decision !== null)
        throw conflict('This test is decided. Take the decision back first.', current);
      const snapshot = await findSnapshot(client, row.id, snapshotId);
      if (!snapshot) throw invalid('snapshot_id', 'Choose a snapshot of this test.');
      const winner = row.variants.find(({ key }) => key === variant);
      if (decision === 'ship' && !winner) throw invalid('variant', 'Choose the variant to ship.');
      if (decision === 'ship' && winner?.is_control) {
        throw invalid('variant', 'This is the control. Decide to keep it instead.');
      }
      // What an earlier look found holds, but nothing is shipped while the test is known to be broken.
      const latest = await latestSnapshot(client, row.id);
      const isBroken = decision === 'ship' && latest?.gate.status === 'unhealthy';
      const isOverride = isBroken || isAgainstGate(snapshot.gate, { decision, variant });
      if (isOverride) {
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
}
