import { eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { endpoints } from '#contract/endpoints.ts';
import { orm } from '../database/orm.ts';
import { splitTestShips } from '../database/schema/split-tests.ts';
import { invalid } from '../platform/refusal.ts';
import { ulid } from '../platform/ulid.ts';
import { conflict } from '../plugins/if-match.ts';
import { serve } from '../plugins/serve.ts';
import { createChangeTest, requireCurrent } from './changing.ts';
import type { ChangingDependencies } from './dependencies.ts';
import { followOffer, returnOffer } from './follow-offer.ts';
import { followStep, returnStep } from './follow-step.ts';
import { beginPhase, endPhase } from './phases.ts';
import { rivalOf } from './same-target.ts';
import { storeTest } from './test-rows.ts';

/** Ships the winner of a test to every visitor, and undoes that. */
export function splitTestShipRoutes(
  app: FastifyInstance,
  dependencies: ChangingDependencies,
): void {
  const { now, onChange } = dependencies;
  const change = createChangeTest(dependencies);

  serve(app, endpoints.shipSplitTest, async (call) => {
    const shipped = await change(call, async ({ client, test, answer, record }) => {
      const { row } = test;
      const { variant: key, with_step: withStep, with_offer: withOffer } = call.body;
      const current = await answer(test);
      if (test.ship?.variant === key) return current;
      requireCurrent(call, current);
      if (test.ship) throw conflict('Another variant is shipped. Undo that first.', current);
      if (row.decision !== 'ship' || row.decidedVariant !== key) {
        throw conflict('Decide to ship this variant first.', current);
      }
      if (row.status === 'draft')
        throw conflict('This test has not started. Start it before you ship.', current);
      const variant = row.variants.find((one) => one.key === key);
      if (withStep && (row.target === null || !variant?.url)) {
        throw invalid('with_step', 'This test is not about the page of a funnel step.');
      }
      const at = now();
      const by = call.access.userId;
      const stepBefore =
        withStep && row.target && variant?.url
          ? await followStep(
              client,
              { target: row.target, url: variant.url, withMatcher: call.body.with_matcher },
              { project: row.projectId, by, now: at },
            )
          : null;
      const offers = withOffer ? await followOffer(client, row, { variant: key, now: at }) : null;
      await orm(client)
        .insert(splitTestShips)
        .values({
          id: ulid(at),
          testId: row.id,
          variant: key,
          statusBefore: row.status,
          stepBefore,
          ...offers,
          shippedAt: at,
          shippedBy: by,
        });
      await endPhase(client, row, at);
      const columns = { status: 'stopped', endedAt: row.endedAt ?? at } as const;
      const stored = await storeTest(client, row, columns, at);
      await record('split-test.shipped', {
        variant: key,
        with_step: withStep,
        // The log of the offer shows it, too.
        ...(offers ? { offer: offers.fromOffer } : {}),
      });
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
      if (ship.fromOffer !== null) await returnOffer(client, ship.fromOffer, at);
      await orm(client)
        .update(splitTestShips)
        .set({ undoneAt: at })
        .where(eq(splitTestShips.id, ship.id));
      const rival = ship.statusBefore === 'running' ? await rivalOf(client, row) : null;
      // Another test may run about the same meanwhile.
      const status = rival === null ? ship.statusBefore : 'paused';
      if (status === 'running') {
        await beginPhase(client, test, { at, reason: 'The ship was undone.' });
      }
      const columns = {
        status,
        endedAt: ship.statusBefore === 'stopped' ? row.endedAt : null,
      };
      const stored = await storeTest(client, row, columns, at);
      await record('split-test.ship-undone', {
        variant: ship.variant,
        ...(ship.fromOffer === null ? {} : { offer: ship.fromOffer }),
      });
      return answer(stored);
    });
    onChange();
    return undone;
  });
}
