import { z } from 'zod';
import { emptyBodySchema } from '../accounts/session.ts';
import type { Endpoint } from '../endpoint.ts';
import { csvSeparatorSchema, spreadsheetFormats } from '../table-file.ts';
import { powerQuerySchema, powerSchema, preflightSchema } from './planning.ts';
import { testResultsAnswerSchema, testSeriesSchema } from './results.ts';
import {
  decideTestSchema,
  newTestSchema,
  shipTestSchema,
  splitTestSchema,
  startTestSchema,
  testChangeSchema,
  testLineSchema,
  testsQuerySchema,
  weightsSchema,
} from './schemas.ts';

const tag = 'split tests';
const one = '/api/v1/split-tests/:id/';
const params = z.strictObject({ id: z.string().max(60) });
const text = z.string();
const fileQuery = z.strictObject({
  format: z.enum(spreadsheetFormats).default('csv'),
  separator: csvSeparatorSchema,
});
/** Changes of a test send `If-Match` with the version that they are based on. */
const change = { method: 'POST', tag, status: 200, params, answer: splitTestSchema } as const;

/** Tests that split traffic between variants. */
export const splitTestEndpoints = {
  listSplitTests: {
    method: 'GET',
    path: '/api/v1/split-tests/',
    summary:
      'List the split tests of a project with their latest snapshot, newest first; `X-Next-Cursor` leads to the next page',
    tag,
    status: 200,
    query: testsQuerySchema,
    answer: z.array(testLineSchema),
  },
  createSplitTest: {
    method: 'POST',
    path: '/api/v1/split-tests/',
    summary: 'Create a split test as a draft; `Idempotency-Key` makes a retry safe',
    tag,
    status: 201,
    body: newTestSchema,
    answer: splitTestSchema,
  },
  readSplitTest: {
    method: 'GET',
    path: one,
    summary: 'Read a split test with its phases and its decision',
    tag,
    status: 200,
    params,
    answer: splitTestSchema,
  },
  changeSplitTest: {
    method: 'PATCH',
    path: one,
    summary:
      'Change a split test; after its start only its name, hypothesis, longest runtime and guardrails',
    tag,
    status: 200,
    params,
    body: testChangeSchema,
    answer: splitTestSchema,
  },
  archiveSplitTest: {
    method: 'DELETE',
    path: one,
    summary: 'Archive a draft or a stopped test; the link goes on leading where it led',
    tag,
    status: 200,
    params,
    answer: text,
  },
  restoreSplitTest: {
    ...change,
    path: `${one}restore/`,
    summary: 'Take a test out of the archive',
    body: emptyBodySchema,
  },
  startSplitTest: {
    ...change,
    path: `${one}start/`,
    summary: 'Start a test: its goal is locked and its first phase begins',
    body: startTestSchema,
  },
  pauseSplitTest: {
    ...change,
    path: `${one}pause/`,
    summary: 'Pause a test: every visitor sees the control',
    body: emptyBodySchema,
  },
  resumeSplitTest: {
    ...change,
    path: `${one}resume/`,
    summary: 'Resume a paused test in a new phase',
    body: emptyBodySchema,
  },
  stopSplitTest: {
    ...change,
    path: `${one}stop/`,
    summary: 'Stop a test: no unit is assigned any more, and its link leads to the control',
    body: emptyBodySchema,
  },
  duplicateSplitTest: {
    ...change,
    path: `${one}duplicate/`,
    summary: 'Make a draft with the same settings and another seed',
    status: 201,
    body: emptyBodySchema,
  },
  weighSplitTest: {
    ...change,
    path: `${one}weights/`,
    summary: 'Change the shares of a running test, which begins a new phase',
    body: weightsSchema,
  },
  decideSplitTest: {
    ...change,
    path: `${one}decide/`,
    summary: 'Record the decision of a test with the snapshot that it was made by',
    body: decideTestSchema,
  },
  undoSplitTestDecision: {
    ...change,
    path: `${one}undo-decision/`,
    summary: 'Take the decision of a test back; what was shipped stays until it is undone',
    body: emptyBodySchema,
  },
  shipSplitTest: {
    ...change,
    path: `${one}ship/`,
    summary:
      'Lead every visitor to a variant, and the page of the funnel step or the links of the offer if they should follow',
    body: shipTestSchema,
  },
  undoSplitTestShip: {
    ...change,
    path: `${one}undo-ship/`,
    summary: 'Put everything back to what it was before the ship',
    body: emptyBodySchema,
  },
  splitTestResults: {
    method: 'GET',
    path: `${one}results/`,
    summary: 'The latest snapshot of a test, or one by its id',
    tag,
    status: 200,
    params,
    query: z.strictObject({ snapshot_id: z.string().max(40).optional() }),
    answer: testResultsAnswerSchema,
  },
  splitTestSeries: {
    method: 'GET',
    path: `${one}timeseries/`,
    summary: 'The interval of each treatment over time, by the last snapshot of each day',
    tag,
    status: 200,
    params,
    answer: testSeriesSchema,
  },
  splitTestExport: {
    method: 'GET',
    path: `${one}export/`,
    summary: 'The figures of the latest snapshot as CSV or XLSX, one line for each variant',
    tag,
    status: 200,
    params,
    query: fileQuery,
    answer: z.unknown(),
  },
  splitTestAssignment: {
    method: 'GET',
    path: `${one}assignments/`,
    summary: 'The variant of a unit now, and the one that it was first shown',
    tag,
    status: 200,
    params,
    query: z.strictObject({ unit_id: z.string().min(1, 'Enter an id.').max(256) }),
    answer: z.object({
      variant: z.string().nullable(),
      is_in_test: z.boolean(),
      first: z.object({ variant: z.string(), at: z.string(), phase: z.int() }).nullable(),
    }),
  },
  checkSplitTest: {
    ...change,
    path: `${one}checks/`,
    summary:
      'Check before the start: addresses, events of the goal, other tests of the same target',
    body: emptyBodySchema,
    answer: preflightSchema,
  },
  splitTestPower: {
    method: 'POST',
    path: '/api/v1/split-test-power/',
    summary: 'How many units and days a test needs to find a change of a size',
    tag,
    status: 200,
    body: powerQuerySchema,
    answer: powerSchema,
  },
} as const satisfies Record<string, Endpoint>;
