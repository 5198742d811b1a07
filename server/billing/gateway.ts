import type pg from 'pg';
import type { z } from 'zod';
import type {
  Billing,
  Invoice,
  Proration,
  paymentConfirmationSchema,
  setupIntentSchema,
} from '#contract/billing/schemas.ts';
import { Refusal } from '../platform/refusal.ts';
import type { PlanRow } from './plans.ts';
import type { SubscriptionRow } from './subscriptions.ts';

/** A subscription, and the secret with which the payer confirms a payment that waits for the bank. */
export type SubscriptionState = { row: SubscriptionRow; secret: string | null };

export type Payer = { projectId: number; name: string; email: string };

/** The party that collects payments: the operator, or Stripe. */
export type Gateway = {
  /** Whether payers can pay by card. */
  takesCards: boolean;
  /** Starts the entry of a card. */
  openCard(payer: Payer): Promise<z.infer<typeof setupIntentSchema>>;
  /**
   * Stores the checked card once, and refuses an unchecked card. `kept` runs in the same transaction; if it throws,
   * everything is rolled back.
   */
  keepCard(
    projectId: number,
    confirmation: z.infer<typeof paymentConfirmationSchema>,
    kept: (client: pg.PoolClient) => Promise<void>,
  ): Promise<void>;
  /** Subscribes to a plan. Subscribing to the current plan again creates no second subscription. */
  subscribe(projectId: number, plan: PlanRow): Promise<SubscriptionState>;
  look(row: SubscriptionRow): Promise<SubscriptionState>;
  preview(row: SubscriptionRow, plan: PlanRow): Promise<Proration>;
  /** `at` is the moment of the preview that the payer has seen. */
  change(row: SubscriptionRow, plan: PlanRow, at: Date | null): Promise<SubscriptionState>;
  /** Ends the subscription at the end of its cycle, or resumes it. */
  end(row: SubscriptionRow, isEnding: boolean): Promise<SubscriptionState>;
  payment(row: SubscriptionRow): Promise<Pick<Billing, 'card' | 'billing_email' | 'next_invoice'>>;
  invoices(row: SubscriptionRow): Promise<Invoice[]>;
};

export const alreadySubscribed = () =>
  new Refusal(409, { detail: 'This project has a subscription already. Change its plan instead.' });

export const subscriptionEnded = () =>
  new Refusal(409, { detail: 'This subscription has ended. Choose a plan again.' });

export const nothingToConfirm = () => new Refusal(409, { detail: 'There is nothing to confirm.' });
