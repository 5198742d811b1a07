import type { FastifyInstance } from 'fastify';
import { cardRoutes } from './card-routes.ts';
import { invoiceRoutes } from './invoice-routes.ts';
import { planRoutes } from './plan-routes.ts';
import { type SubscriptionDependencies, subscriptionRoutes } from './subscription-routes.ts';

/** Plans, subscriptions and payment methods. */
export function billingRoutes(app: FastifyInstance, dependencies: SubscriptionDependencies): void {
  planRoutes(app, dependencies);
  cardRoutes(app, dependencies);
  subscriptionRoutes(app, dependencies);
  invoiceRoutes(app, dependencies);
}
