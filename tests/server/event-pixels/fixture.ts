import type { FastifyInstance } from 'fastify';
import { expect } from 'vitest';
import {
  type Execution,
  executionSchema,
  type Pixel,
  pixelSchema,
} from '#contract/event-pixels/schemas.ts';
import { createAffiliate } from '#server/affiliates/repository.ts';
import type { Lookup } from '#server/egress/resolve-host.ts';
import { deliveryRoutes } from '#server/event-pixels/delivery-routes.ts';
import { startDispatcher } from '#server/event-pixels/dispatcher.ts';
import { eventPixelRoutes } from '#server/event-pixels/routes.ts';
import { createVault } from '#server/event-pixels/vault.ts';
import { createAttempts } from '#server/limits/attempts.ts';
import { startMover } from '#server/pipeline/mover.ts';
import { type Idempotent, idempotency } from '#server/plugins/idempotency.ts';
import { createProject } from '#server/projects/repository.ts';
import type { EventRow } from '#server/warehouse/rows.ts';
import { type Stores, silent } from '#tests/support/stores.ts';
import { startApp, stoppedClock } from '../accounts/test-app.ts';
import { storeInInbox } from '../pipeline/inbox-events.ts';
import { apiCaller, createMember, type SignedInUser } from '../projects/users.ts';
import { startPartner } from './partner.ts';

type Changes = Partial<Parameters<typeof startDispatcher>[0]>;

/** The host names of these tests, with their addresses. */
const names: Record<string, string[]> = {
  'inside.test': ['10.0.0.7'],
  'both.test': ['93.184.216.34', '127.0.0.1'],
  'metadata.test': ['169.254.169.254'],
};
const lookup: Lookup = async (host) =>
  (names[host] ?? []).map((address) => ({ address, family: 4 }));

/** Stores, a mover, a dispatcher, the API and a recording partner; the clock stands still. */
export async function startPixelFixture({ pool, warehouse }: Stores) {
  const clock = stoppedClock();
  const { now } = clock;
  const partner = await startPartner();
  const vault = createVault('only for these tests');
  const allowHosts = [partner.host];
  const destinations = {
    meta_capi: partner.origin,
    tiktok_events: partner.origin,
    google_ads: partner.origin,
    ga4: partner.origin,
  };
  const dispatch = (changes: Changes = {}) =>
    startDispatcher({
      pool,
      reader: warehouse.reader,
      vault,
      log: silent,
      now,
      allowHosts,
      lookup,
      destinations,
      chance: () => 1,
      // A busy machine must not look like a silent partner.
      timeoutMs: 60_000,
      ...changes,
    });
  let dispatcher = dispatch();
  let failsAfterResolving = false;
  const mover = startMover({
    pool,
    warehouse,
    log: silent,
    now,
    onResolved: async (version, projects) => {
      await dispatcher.enqueueVersion(version, projects);
      if (!failsAfterResolving) return;
      failsAfterResolving = false;
      throw new Error('The database is unavailable for a moment.');
    },
  });
  let losesAnswer = false;
  const once = idempotency({ pool, now });
  const idempotent: Idempotent = (call, work) =>
    once(call, async (keep) => {
      const answer = await work(keep);
      if (!losesAnswer) return answer;
      losesAnswer = false;
      throw new Error('The process ends here.');
    });
  const app: FastifyInstance = await startApp(pool, {
    clock,
    modules: [
      (app) => eventPixelRoutes(app, { pool, vault, lookup, allowHosts, now, idempotent }),
      (app) =>
        deliveryRoutes(app, {
          attempts: createAttempts({ pool, now: clock.now }),
          pool,
          reader: warehouse.reader,
          vault,
          lookup,
          allowHosts,
          now,
          destinations,
        }),
    ],
  });
  const call = apiCaller(app);

  /** Moves events through the inbox into the conversions. */
  async function arrive(batch: EventRow | EventRow[]) {
    await storeInInbox(pool, [batch].flat());
    await mover.flush();
  }

  return {
    app,
    pool,
    partner,
    clock,
    call,
    /** A project with an affiliate and its owner. */
    async company() {
      const { project } = await createProject(pool, { name: 'Acme', createdBy: null });
      const projectId = project.id;
      const affiliate = await createAffiliate(pool, { projectId, affId: '1001', name: 'Ana' });
      const owner = await createMember(pool, projectId, 'owner');
      const { rows } = await pool.query<{ id: number }>(
        'select id from master_pixels where project_id = $1 and is_primary',
        [projectId],
      );
      return { projectId, affiliate, owner, event: rows[0]?.id ?? 0 };
    },
    async create(person: SignedInUser, body: object): Promise<Pixel> {
      const answer = await call(person, 'POST', '/api/v1/pixels/', { name: 'Pixel', ...body });
      expect(answer.statusCode, answer.body).toBe(201);
      return pixelSchema.parse(answer.json());
    },
    async read(person: SignedInUser, { id }: Pick<Pixel, 'id'>): Promise<Pixel> {
      return pixelSchema.parse((await call(person, 'GET', `/api/v1/pixels/${id}/`)).json());
    },
    async log(person: SignedInUser, { id }: Pick<Pixel, 'id'>): Promise<Execution[]> {
      const answer = await call(person, 'GET', `/api/v1/pixels/${id}/executions/`);
      expect(answer.statusCode, answer.body).toBe(200);
      return executionSchema.array().parse(answer.json());
    },
    arrive,
    /** Sends events, one batch for each list, and waits for their effects. */
    async happen(...batches: (EventRow | EventRow[])[]) {
      for (const batch of batches) {
        await arrive(batch);
        await dispatcher.flush();
      }
    },
    failAfterNews() {
      failsAfterResolving = true;
    },
    /** Simulates the end of a process right after its next call, before it is recorded. */
    loseNextAnswer() {
      losesAnswer = true;
    },
    pause: () => dispatcher.stop(),
    flush: () => dispatcher.flush(),
    /** Starts another dispatcher. */
    async restart(changes: Changes = {}) {
      await dispatcher.stop();
      dispatcher = dispatch(changes);
    },
    async stop() {
      await app.close();
      await mover.stop();
      await dispatcher.stop();
      await partner.stop();
    },
  };
}
export type PixelFixture = Awaited<ReturnType<typeof startPixelFixture>>;
