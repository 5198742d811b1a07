import type { FastifyInstance } from 'fastify';
import { endpoints } from '#contract/endpoints.ts';
import { invalid } from '../platform/refusal.ts';
import { conflict } from '../plugins/if-match.ts';
import { serve } from '../plugins/serve.ts';
import { createChangeTest, requireCurrent } from './changing.ts';
import type { ChangingDependencies, StartFacts } from './dependencies.ts';
import { beginPhase, endPhase } from './phases.ts';
import { seenTest } from './reading.ts';
import { rivalOf } from './same-target.ts';
import { freeTestName, requireKnown, requireOpenOffers } from './test-checks.ts';
import { storeTest } from './test-rows.ts';

type Dependencies = ChangingDependencies & { startFacts: StartFacts };

/** What becomes of a test: started, paused, resumed, stopped, archived. */
export function splitTestStatusRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  const { pool, now, startFacts, onChange, askForSnapshots } = dependencies;
  const change = createChangeTest(dependencies);

  serve(app, endpoints.startSplitTest, async (call) => {
    const { row: draft } = await seenTest(pool, call);
    const facts = await startFacts(draft);
    const started = await change(call, async ({ client, test, answer, record }) => {
      const { row } = test;
      const current = await answer(test);
      if (row.status === 'running') return current;
      requireCurrent(call, current);
      if (row.status !== 'draft')
        throw conflict('This test has already started. Duplicate it to start another.', current);
      const rival = await rivalOf(client, row);
      if (rival !== null) {
        throw conflict(
          `“${rival}” already tests the same. Stop it first, or choose other variants.`,
          current,
        );
      }
      if (facts.goalEvents === 0 && call.body.confirm !== row.name) {
        throw invalid(
          'confirm',
          'The goal had no event in the last 7 days. Type the name of the test to start it all the same.',
        );
      }
      await requireKnown(client, row.projectId, row);
      await requireOpenOffers(client, row);
      const at = now();
      const { plannedUnits } = facts;
      const columns = { status: 'running', startedAt: at, plannedUnits } as const;
      await beginPhase(client, test, { at, reason: 'The test started.' });
      const stored = await storeTest(client, row, columns, at);
      await record('split-test.started', { planned_units: plannedUnits });
      return answer(stored);
    });
    onChange();
    return started;
  });

  serve(app, endpoints.pauseSplitTest, async (call) => {
    const paused = await change(call, async ({ client, test, answer, record }) => {
      const current = await answer(test);
      if (test.row.status === 'paused') return current;
      requireCurrent(call, current);
      if (test.row.status !== 'running')
        throw conflict('Only a running test is paused. Reload it to see its status.', current);
      await endPhase(client, test.row, now());
      const stored = await storeTest(client, test.row, { status: 'paused' }, now());
      await askForSnapshots(client, test.row.projectId);
      await record('split-test.paused');
      return answer(stored);
    });
    onChange();
    return paused;
  });

  serve(app, endpoints.resumeSplitTest, async (call) => {
    const resumed = await change(call, async ({ client, test, answer, record }) => {
      const current = await answer(test);
      if (test.row.status === 'running') return current;
      requireCurrent(call, current);
      if (test.row.status !== 'paused')
        throw conflict('Only a paused test is resumed. Reload it to see its status.', current);
      const rival = await rivalOf(client, test.row);
      if (rival !== null) {
        throw conflict(
          `“${rival}” already tests the same. Stop it before you resume this.`,
          current,
        );
      }
      await beginPhase(client, test, { at: now(), reason: 'The test was resumed.' });
      const stored = await storeTest(client, test.row, { status: 'running' }, now());
      await record('split-test.resumed');
      return answer(stored);
    });
    onChange();
    return resumed;
  });

  serve(app, endpoints.stopSplitTest, async (call) => {
    const stopped = await change(call, async ({ client, test, answer, record }) => {
      const current = await answer(test);
      if (test.row.status === 'stopped') return current;
      requireCurrent(call, current);
      if (test.row.status === 'draft')
        throw conflict('This test has not started. Archive it to put it away.', current);
      const at = now();
      await endPhase(client, test.row, at);
      const stored = await storeTest(client, test.row, { status: 'stopped', endedAt: at }, at);
      await askForSnapshots(client, test.row.projectId);
      await record('split-test.stopped');
      return answer(stored);
    });
    onChange();
    return stopped;
  });

  serve(app, endpoints.archiveSplitTest, async (call) => {
    const done = 'The test was archived. Its link goes on leading where it led.';
    await change(call, async ({ client, test, answer, record }) => {
      const current = await answer(test);
      if (current.status === 'archived') return;
      requireCurrent(call, current);
      if (test.row.status === 'running' || test.row.status === 'paused') {
        throw conflict('Stop this test before you archive it.', current);
      }
      await storeTest(client, test.row, { archivedAt: now() }, now());
      await record('split-test.archived');
    });
    onChange();
    return done;
  });

  serve(app, endpoints.restoreSplitTest, (call) =>
    change(call, async ({ client, test, answer, record }) => {
      if (test.row.archivedAt === null) return answer(test);
      // Another test may have got its name meanwhile.
      const name = await freeTestName(client, test.row.projectId, test.row.name);
      const stored = await storeTest(client, test.row, { name, archivedAt: null }, now());
      await record('split-test.restored', name === test.row.name ? {} : { name });
      return answer(stored);
    }),
  );
}
