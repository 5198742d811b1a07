import type pg from 'pg';
import { Refusal } from '../platform/refusal.ts';
import type { Gateway } from './gateway.ts';
import { readInvoices } from './invoices.ts';
import { updateSubscription } from './subscriptions.ts';

/**
 * Where billing is off: nothing is sold. Subscriptions from before stay as they are, so that they go on when billing is
 * set up again, and no invoice is written meanwhile.
 */
export function noGateway({ pool }: { pool: pg.Pool }): Gateway {
  const refuse = async () => {
    throw new Refusal(409, { detail: 'Billing is off here: nothing needs to be paid.' });
  };
  return {
    takesCards: false,
    openCard: refuse,
    keepCard: refuse,
    subscribe: refuse,
    preview: refuse,
    change: refuse,
    look: async (row) => ({ row, secret: null }),
    end: async ({ id }, cancelAtPeriodEnd) => ({
      row: await updateSubscription(pool, id, { cancelAtPeriodEnd }),
      secret: null,
    }),
    payment: async () => ({ card: null, billing_email: null, next_invoice: null }),
    invoices: ({ id }) => readInvoices(pool, id),
  };
}
