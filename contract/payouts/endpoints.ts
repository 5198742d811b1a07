import { z } from 'zod';
import { emptyBodySchema } from '../accounts/session.ts';
import { byId, type Endpoint } from '../endpoint.ts';
import {
  balanceSchema,
  balancesQuerySchema,
  newPayoutSchema,
  payoutExportQuerySchema,
  payoutSchema,
  payoutsQuerySchema,
} from './schemas.ts';
import {
  statementDetailSchema,
  statementLinesQuerySchema,
  statementSchema,
  statementsExportQuerySchema,
  statementsQuerySchema,
} from './statement.ts';

export const payoutEndpoints = {
  listPayouts: {
    method: 'GET',
    path: '/api/v1/payouts/',
    summary:
      'List what was paid to affiliates, the latest paid first; `X-Next-Cursor` leads to the next page',
    tag: 'payouts',
    status: 200,
    query: payoutsQuerySchema,
    answer: z.array(payoutSchema),
  },
  createPayout: {
    method: 'POST',
    path: '/api/v1/payouts/',
    summary:
      "Record what was paid to an affiliate, in the project's currency, or below 0 a correction; `Idempotency-Key` makes a retry safe",
    tag: 'payouts',
    status: 201,
    body: newPayoutSchema,
    answer: payoutSchema,
  },
  undoPayout: {
    method: 'POST',
    path: '/api/v1/payouts/:id/undo/',
    summary: 'Undo a payout within a day: it stays in the list and no longer lowers what is due',
    tag: 'payouts',
    status: 200,
    params: byId,
    body: emptyBodySchema,
    answer: payoutSchema,
  },
  exportPayouts: {
    method: 'GET',
    path: '/api/v1/payouts/export/',
    summary: 'Download the payouts as CSV or XLSX',
    tag: 'payouts',
    status: 200,
    query: payoutExportQuerySchema,
    answer: z.unknown(),
  },
  payoutBalances: {
    method: 'GET',
    path: '/api/v1/payout-balances/',
    summary: 'What each affiliate earned, was paid and is due, from its first conversion to a day',
    tag: 'payouts',
    status: 200,
    query: balancesQuerySchema,
    answer: z.array(balanceSchema),
  },
  payoutStatements: {
    method: 'GET',
    path: '/api/v1/payout-statements/',
    summary:
      'What each affiliate is owed for a period: carried from before, approved, refunded, corrected and paid',
    tag: 'payouts',
    status: 200,
    query: statementsQuerySchema,
    answer: z.array(statementSchema),
  },
  exportStatements: {
    method: 'GET',
    path: '/api/v1/payout-statements/export/',
    summary: 'Download the statements of a period as CSV or XLSX',
    tag: 'payouts',
    status: 200,
    query: statementsExportQuerySchema,
    answer: z.unknown(),
  },
  payoutStatement: {
    method: 'GET',
    path: '/api/v1/payout-statements/:id/lines/',
    summary:
      "An affiliate's statement of a period with what makes it up by offer, goal and terms; `id` is the affiliate's",
    tag: 'payouts',
    status: 200,
    params: byId,
    query: statementLinesQuerySchema,
    answer: statementDetailSchema,
  },
} as const satisfies Record<string, Endpoint>;
