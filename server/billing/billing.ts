import type { ClickHouseClient } from '@clickhouse/client';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import type { BillingMode } from '#contract/installation/schemas.ts';
import type { Access } from '../access/access.ts';
import { finishSignUps } from '../accounts/sign-up-state.ts';
import type { Mailer } from '../mail/mailer.ts';
import type { Log } from '../platform/logger.ts';
import type { Idempotent } from '../plugins/idempotency.ts';
import { setDeletionEndedSubscription } from './deletion-ends-subscription.ts';
import { type ApplyEntitlement, entitlementIn } from './entitlement.ts';
import { manualGateway } from './manual-gateway.ts';
import { noGateway } from './no-gateway.ts';
import { billingRoutes } from './routes.ts';
import type { BillingSettings } from './settings.ts';
import { createStripe } from './stripe-client.ts';
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
  settings: BillingSettings;
};

/** What happens to a project's subscription when the project is deleted or restored. */
export type SubscriptionControl = {
  /** Ends the subscription with its cycle; false where none was active. */
  end(projectId: number): Promise<boolean>;
  /** Resumes a subscription that the project's deletion was going to end. */
  resume(projectId: number): Promise<void>;
};

export type PaidFor = SubscriptionControl & {
  mode: BillingMode;
  applyEntitlement: ApplyEntitlement;
  routes(app: FastifyInstance): void;
  /** Warns of used-up plans; runs by itself while the app listens. */
  watchUsage(): Promise<void>;
};

const everything = async (access: Access) => access;

/** Stripe where it is set up, and the operator for subscriptions without cards. */
function gatewaysOf({ pool, now, settings }: Pick<Dependencies, 'pool' | 'now' | 'settings'>) {
  const manual = settings.mode === 'off' ? noGateway({ pool }) : manualGateway({ pool, now });
  const client = settings.mode === 'stripe' ? createStripe(settings.stripe) : null;
  const stripe = client && stripeGateway({ pool, stripe: client, now });
  const gatewayOf = ({ status }: { status: string }) =>
    status === 'manual' ? manual : (stripe ?? manual);
  return { manual, client, stripe, gatewayOf };
}

/** Ends and resumes the subscriptions of deleted projects. */
export function createSubscriptionControl(
  dependencies: Pick<Dependencies, 'pool' | 'now' | 'settings'>,
): SubscriptionControl {
  const { pool } = dependencies;
  const { stripe, gatewayOf } = gatewaysOf(dependencies);
  /** A subscription that was never paid ends by itself, and one that Stripe charged cannot be ended without Stripe. */
  const isContinuing = ({ status, cancelAtPeriodEnd }: SubscriptionRow) =>
    !cancelAtPeriodEnd &&
    (status === 'manual' || (stripe !== null && !['incomplete', 'canceled'].includes(status)));
  return {
    async end(projectId) {
      const known = await liveSubscription(pool, projectId);
      if (!known || !isContinuing(known)) return false;
      const { row } = await gatewayOf(known).look(known);
      if (!isContinuing(row)) return false;
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
      await setDeletionEndedSubscription(pool, projectId, false);
    },
  };
}

/** The routes of billing. They exist in every mode; where billing is off, they refuse what would cost money. */
export function createBilling(dependencies: Dependencies): PaidFor {
  const { pool, reader, now, idempotent, settings } = dependencies;
  const usage = usageIn(reader);
  const { manual, client, stripe, gatewayOf } = gatewaysOf(dependencies);
  const paying = createSubscriptionControl(dependencies);
  const watch = createUsageWatch({
    ...dependencies,
    usage,
    rollOver: manual.look,
    resume: paying.resume,
  });
  const { mode } = settings;
  return {
    watchUsage: async () => {
      if (mode !== 'off') await watch.look();
    },
    mode,
    applyEntitlement: stripe ? entitlementIn(pool) : everything,
    ...paying,
    routes(app) {
      if (mode === 'off') app.addHook('onReady', () => finishSignUps(pool));
      else app.addHook('onListen', async () => watch.start());
      app.addHook('preClose', () => watch.stop());
      billingRoutes(app, {
        pool,
        now,
        idempotent,
        usage,
        gateway: stripe ?? manual,
        gatewayOf,
        hasLimits: mode !== 'off',
      });
      webhookRoutes(app, {
        pool,
        now,
        stripe:
          client && settings.mode === 'stripe'
            ? { client, webhookSecret: settings.stripe.webhookSecret }
            : null,
      });
    },
  };
}
