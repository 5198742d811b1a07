import { z } from 'zod';
import { emptyBodySchema } from '../accounts/session.ts';
import { hourlyRowSchema, report } from '../analytics/report.ts';
import type { Endpoint } from '../endpoint.ts';
import {
  adjustmentParams,
  adjustmentSchema,
  decisionAnswerSchema,
  decisionBatchParams,
  decisionUndoSchema,
  newAdjustmentSchema,
  newDecisionSchema,
  newValuesSchema,
  valuesAnswerSchema,
  valuesUndoRequestSchema,
  valuesUndoSchema,
} from './decisions.ts';
import {
  conversionDetailQuerySchema,
  conversionExportQuerySchema,
  conversionLogQuerySchema,
  conversionSelectionSchema,
  conversionSummaryQuerySchema,
} from './query.ts';
import {
  reconciliationAnswerSchema,
  reconciliationExportSchema,
  reconciliationSchema,
} from './reconciliation.ts';
import { conversionDetailSchema, conversionLedgerSchema, conversionSchema } from './schemas.ts';
import { searchAnswerSchema, searchQuerySchema } from './search.ts';

const text = z.string();

export const conversionEndpoints = {
  listConversions: {
    method: 'GET',
    path: '/api/v1/conversions/',
    summary:
      'List conversions and refunds, newest first; `X-Next-Cursor` leads to the next page, `X-Total-Count` is the number of rows',
    tag: 'conversions',
    status: 200,
    query: conversionLogQuerySchema,
    answer: z.array(conversionSchema),
  },
  conversionSummary: {
    method: 'GET',
    path: '/api/v1/conversions/summary/',
    summary: 'Conversions of both sides by hour or day and affiliate',
    tag: 'conversions',
    status: 200,
    query: conversionSummaryQuerySchema,
    answer: report(z.array(hourlyRowSchema)),
  },
  conversionLedger: {
    method: 'GET',
    path: '/api/v1/conversions/ledger/',
    summary:
      'What the server and the browser reported of the same conversions, and why one side misses some',
    tag: 'conversions',
    status: 200,
    query: conversionSelectionSchema,
    answer: report(conversionLedgerSchema),
  },
  exportConversions: {
    method: 'GET',
    path: '/api/v1/conversions/export/',
    summary: 'Download the conversions of the log as CSV, XLSX, JSON or Parquet, up to 50,000',
    tag: 'conversions',
    status: 200,
    query: conversionExportQuerySchema,
    answer: z.unknown(),
  },
  searchProject: {
    method: 'GET',
    path: '/api/v1/search/',
    summary:
      'Find conversions of all days by an id, in any case, and campaigns, ad sets and ads by a name',
    tag: 'conversions',
    status: 200,
    query: searchQuerySchema,
    answer: searchAnswerSchema,
  },
  readConversion: {
    method: 'GET',
    path: '/api/v1/conversions/:id/',
    summary: 'Read one conversion: its clicks with their credit, its events and its changes',
    tag: 'conversions',
    status: 200,
    params: z.strictObject({ id: text }),
    query: conversionDetailQuerySchema,
    answer: conversionDetailSchema,
  },
  decideConversions: {
    method: 'POST',
    path: '/api/v1/conversions/status/',
    summary:
      'Approve, reject, hold or reverse up to 5,000 conversions, or preview the effect; `Idempotency-Key` makes a retry safe',
    tag: 'conversions',
    status: 200,
    body: newDecisionSchema,
    answer: decisionAnswerSchema,
  },
  reconcileConversions: {
    method: 'POST',
    path: '/api/v1/conversions/reconcile/',
    summary:
      'Compare the CSV of a network or a shop, up to 5,000 lines, with the stored conversions, and list those that it leaves out',
    tag: 'conversions',
    status: 200,
    body: reconciliationSchema,
    answer: reconciliationAnswerSchema,
  },
  exportReconciliation: {
    method: 'POST',
    path: '/api/v1/conversions/reconcile/export/',
    summary: 'Download the same comparison with all of its lines as CSV, XLSX, JSON or Parquet',
    tag: 'conversions',
    status: 200,
    body: reconciliationExportSchema,
    answer: z.unknown(),
  },
  undoDecision: {
    method: 'POST',
    path: '/api/v1/conversions/status/:batch/undo/',
    summary: 'Undo a decision within a day: its conversions get their earlier status back',
    tag: 'conversions',
    status: 200,
    params: decisionBatchParams,
    body: emptyBodySchema,
    answer: decisionUndoSchema,
  },
  createAdjustment: {
    method: 'POST',
    path: '/api/v1/conversions/adjustments/',
    summary:
      'Correct revenue or payout with a ledger row of its own, which is no conversion; `Idempotency-Key` makes a retry safe',
    tag: 'conversions',
    status: 201,
    body: newAdjustmentSchema,
    answer: adjustmentSchema,
  },
  takeValues: {
    method: 'POST',
    path: '/api/v1/conversions/values/',
    summary:
      'Correct the revenue of up to 5,000 conversions to given values; `Idempotency-Key` makes a retry safe',
    tag: 'conversions',
    status: 200,
    body: newValuesSchema,
    answer: valuesAnswerSchema,
  },
  undoValues: {
    method: 'POST',
    path: '/api/v1/conversions/values/undo/',
    summary: 'Take back a set of corrections, each at most once',
    tag: 'conversions',
    status: 200,
    body: valuesUndoRequestSchema,
    answer: valuesUndoSchema,
  },
  reverseAdjustment: {
    method: 'POST',
    path: '/api/v1/conversions/adjustments/:id/reverse/',
    summary: 'Take back a correction with an opposite one; taking that one back restores the first',
    tag: 'conversions',
    status: 201,
    params: adjustmentParams,
    body: emptyBodySchema,
    answer: adjustmentSchema,
  },
} as const satisfies Record<string, Endpoint>;
