import type { ClickHouseClient } from '@clickhouse/client';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import type { Access } from '../accounts/access.ts';
import type { Idempotent } from '../plugins/idempotency.ts';
import { type Entitled, entitlementIn } from './entitlement.ts';
import { manualGateway } from './manual.ts';
import { billingRoutes } from './routes.ts';
import { createStripe, type StripeSettings } from './stripe/client.ts';
import { stripeGateway } from './stripe/gateway.ts';
import { webhookRoutes } from './stripe/webhook-routes.ts';
import { liveSubscription } from './subscriptions.ts';
import { usageIn } from './usage.ts';

type Dependencies = {
  pool: pg.Pool;
  reader: ClickHouseClient;
  now: () => Date;
  idempotent: Idempotent;
  /** Null where the operator sees to the money. */
  settings: StripeSettings | null;
};

export type PaidFor = {
  /** Whether people pay with a card here. */
  takesCards: boolean;
  entitled: Entitled;
  routes(app: FastifyInstance): void;
  /** Lets what a project pays for end with its cycle. */
  end(projectId: number): Promise<void>;
};

const everything = async (access: Access) => access;

/** Who is paid and how: Stripe where it is set up, nobody by themselves elsewhere. */
export function createBilling({ pool, reader, now, idempotent, settings }: Dependencies): PaidFor {
  const manual = manualGateway({ pool, now });
  const client = settings && createStripe(settings);
  const stripe = client && stripeGateway({ pool, stripe: client, now });
  const gatewayOf = ({ status }: { status: string }) =>
    status === 'manual' ? manual : (stripe ?? manual);
  return {
    takesCards: stripe !== null,
    entitled: stripe ? entitlementIn(pool) : everything,
    async end(projectId) {
      const row = await liveSubscription(pool, projectId);
      if (row && !row.cancelAtPeriodEnd) await gatewayOf(row).end(row, true);
    },
    routes(app) {
      billingRoutes(app, {
        ...{ pool, now, idempotent, usage: usageIn(reader), gateway: stripe ?? manual },
        gatewayOf,
      });
      webhookRoutes(app, {
        ...{ pool, now },
        stripe: client && settings && { client, webhookSecret: settings.webhookSecret },
      });
    },
  };
}
