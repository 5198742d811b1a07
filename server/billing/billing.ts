import type { ClickHouseClient } from '@clickhouse/client';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import type { Access } from '../access/access.ts';
import type { Mailer } from '../mail/mailer.ts';
import type { Log } from '../platform/logger.ts';
import type { Idempotent } from '../plugins/idempotency.ts';
import { keepEndsPaying } from './ends-paying.ts';
import { type Entitled, entitlementIn } from './entitlement.ts';
import { manualGateway } from './manual.ts';
import { billingRoutes } from './routes.ts';
import { createStripe, type StripeSettings } from './stripe-client.ts';
import { stripeGateway } from './stripe-gateway.ts';
import { webhookRoutes } from './stripe-webhook-routes.ts';
import { liveSubscription, type SubscriptionRow } from './subscriptions.ts';
import { usageIn } from './usage.ts';
import { createUsageWatch } from './usage-watch.ts';

type Dependencies = {
  pool: pg.Pool;
  reader: ClickHouseClient;
  now: () => Date;
  idempotent: Idempotent;
  mailer: Mailer;
  log: Log;
  publicUrl: () => string;
  /** Null where the operator sees to the money. */
  settings: StripeSettings | null;
};

/** What a project pays for, once the project ends. */
export type Paying = {
  /** Lets it end with its cycle; false where nothing went on. */
  end(projectId: number): Promise<boolean>;
  /** Lets what the deletion of a project was to end go on. */
  resume(projectId: number): Promise<void>;
};

export type PaidFor = Paying & {
  /** Whether people pay with a card here. */
  takesCards: boolean;
  entitled: Entitled;
  routes(app: FastifyInstance): void;
  /** Warns of what plans have used; it happens by itself while the app listens. */
  watchUsage(): Promise<void>;
};

const everything = async (access: Access) => access;

/** Stripe where it is set up, and the operator for what nobody charges. */
function gatewaysOf({ pool, now, settings }: Pick<Dependencies, 'pool' | 'now' | 'settings'>) {
  const manual = manualGateway({ pool, now });
  const client = settings && createStripe(settings);
  const stripe = client && stripeGateway({ pool, stripe: client, now });
  const gatewayOf = ({ status }: { status: string }) =>
    status === 'manual' ? manual : (stripe ?? manual);
  return { manual, client, stripe, gatewayOf };
}

/** How what projects pay for ends, for whoever ends projects. */
export function createPaying(
  dependencies: Pick<Dependencies, 'pool' | 'now' | 'settings'>,
): Paying {
  const { pool } = dependencies;
  const { stripe, gatewayOf } = gatewaysOf(dependencies);
  /** What was never paid ends by itself, and what Stripe charged cannot be ended without it. */
  const goesOn = ({ status, cancelAtPeriodEnd }: SubscriptionRow) =>
    !cancelAtPeriodEnd &&
    (status === 'manual' || (stripe !== null && !['incomplete', 'canceled'].includes(status)));
  return {
    async end(projectId) {
      const known = await liveSubscription(pool, projectId);
      if (!known || !goesOn(known)) return false;
      const { row } = await gatewayOf(known).look(known);
      if (!goesOn(row)) return false;
      await gatewayOf(row).end(row, true);
      return true;
    },
    async resume(projectId) {
      const known = await liveSubscription(pool, projectId);
      if (known) {
        const { row } = await gatewayOf(known).look(known);
        const isEnding = row.cancelAtPeriodEnd && row.status !== 'canceled';
        if (isEnding) await gatewayOf(row).end(row, false);
      }
      await keepEndsPaying(pool, projectId, false);
    },
  };
}

/** Who is paid and how: Stripe where it is set up, nobody by themselves elsewhere. */
export function createBilling(dependencies: Dependencies): PaidFor {
  const { pool, reader, now, idempotent, settings } = dependencies;
  const usage = usageIn(reader);
  const { manual, client, stripe, gatewayOf } = gatewaysOf(dependencies);
  const paying = createPaying(dependencies);
  const watch = createUsageWatch({
    ...dependencies,
    usage,
    rollOver: manual.look,
    resume: paying.resume,
  });
  return {
    watchUsage: watch.look,
    takesCards: stripe !== null,
    entitled: stripe ? entitlementIn(pool) : everything,
    ...paying,
    routes(app) {
      app.addHook('onListen', async () => watch.start());
      app.addHook('preClose', () => watch.stop());
      billingRoutes(app, {
        pool,
        now,
        idempotent,
        usage,
        gateway: stripe ?? manual,
        gatewayOf,
      });
      webhookRoutes(app, {
        pool,
        now,
        stripe: client && settings && { client, webhookSecret: settings.webhookSecret },
      });
    },
  };
}
