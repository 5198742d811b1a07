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

/** A subscription as it is now, and what lets its person confirm a payment that waits for the bank. */
export type Standing = { row: SubscriptionRow; secret: string | null };

export type Payer = { projectId: number; name: string; email: string };

/** Whoever sees to the money: nobody but the operator, or Stripe. */
export type Gateway = {
  /** Whether people pay with a card here. */
  takesCards: boolean;
  /** Begins to take a card. */
  openCard(payer: Payer): Promise<z.infer<typeof setupIntentSchema>>;
  /**
   * Takes the card that was checked, once; refuses what was not. `kept` runs in the transaction that says so, and
   * whatever it throws leaves everything as it was.
   */
  keepCard(
    projectId: number,
    confirmation: z.infer<typeof paymentConfirmationSchema>,
    kept: (client: pg.PoolClient) => Promise<void>,
  ): Promise<void>;
  /** Asking for what is there already is no second subscription. */
  subscribe(projectId: number, plan: PlanRow): Promise<Standing>;
  look(row: SubscriptionRow): Promise<Standing>;
  preview(row: SubscriptionRow, plan: PlanRow): Promise<Proration>;
  /** `at`: the moment of the preview that its person has seen. */
  change(row: SubscriptionRow, plan: PlanRow, at: Date | null): Promise<Standing>;
  /** Ends it with its cycle, or lets it go on after all. */
  end(row: SubscriptionRow, isEnding: boolean): Promise<Standing>;
  payment(row: SubscriptionRow): Promise<Pick<Billing, 'card' | 'billing_email' | 'next_invoice'>>;
  invoices(row: SubscriptionRow): Promise<Invoice[]>;
};

export const subscribed = () =>
  new Refusal(409, { detail: 'This project has a subscription already. Change its plan instead.' });

export const ended = () =>
  new Refusal(409, { detail: 'This subscription has ended. Choose a plan anew.' });

export const nothingOpen = () => new Refusal(409, { detail: 'There is nothing to confirm.' });
