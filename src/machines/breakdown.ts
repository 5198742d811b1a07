import { type ActorRefFrom, assign, type SnapshotFrom, sendTo, setup } from 'xstate';
import type { Crumb, Question, TableQuestion } from '#contract/query.ts';
import type { Grouping, Table, TableSort } from '#contract/report.ts';
import { loaderOf } from './loader.ts';

export const pageSizes = [10, 25, 50, 100, 'all'] as const;
export type PageSize = (typeof pageSizes)[number];

type Context = {
  question: Question;
  grouping: Grouping;
  path: Crumb[];
  sort: TableSort;
  order: 'asc' | 'desc';
  pageSize: PageSize;
  /** Counted from 1. */
  page: number;
};
type Event =
  | { type: 'query.change'; question: Question }
  | { type: 'row.open'; key: string; label: string }
  | { type: 'campaigns.open' }
  | { type: 'adSets.open' }
  | { type: 'sort.choose'; sort: TableSort }
  | { type: 'pageSize.choose'; pageSize: PageSize }
  | { type: 'page.choose'; page: number };

/**
 * The conversion table: campaigns, the ad sets of one, the ads of one of those.
 *
 * Where somebody is in the drill-down is a state because it decides what may be opened next;
 * a new period keeps them there, another project does not. The figures belong to the child `rows`.
 */
export const breakdownMachine = setup({
  types: {} as {
    context: Context;
    events: Event;
    input: { question: Question };
    children: { rows: 'rows' };
  },
  actors: { rows: loaderOf<Table, TableQuestion>() },
  actions: {
    keepQuestion: assign({
      question: (_, params: { question: Question }) => params.question,
      page: 1,
    }),
    openRow: assign({
      path: ({ context }, params: { key: string; label: string }) => [
        ...context.path,
        { grouping: context.grouping, key: params.key, label: params.label },
      ],
      page: 1,
    }),
    keepGrouping: assign({ grouping: (_, params: { grouping: Grouping }) => params.grouping }),
    keepPath: assign({
      path: ({ context }, params: { depth: number }) => context.path.slice(0, params.depth),
      page: 1,
    }),
    keepSort: assign({
      sort: (_, params: { sort: TableSort }) => params.sort,
      order: ({ context }, params: { sort: TableSort }) =>
        context.sort === params.sort && context.order === 'desc' ? 'asc' : 'desc',
      page: 1,
    }),
    keepPageSize: assign({
      pageSize: (_, params: { pageSize: PageSize }) => params.pageSize,
      page: 1,
    }),
    keepPage: assign({ page: (_, params: { page: number }) => params.page }),
    ask: sendTo('rows', ({ context }) => ({ type: 'query.change', query: tableQuestion(context) })),
  },
  guards: {
    isAnotherProject: ({ context }, params: { question: Question }) =>
      context.question.project !== params.question.project,
  },
}).createMachine({
  id: 'breakdown',
  description: 'The conversion table with its drill-down, sort order and pages.',
  context: ({ input }) => ({
    question: input.question,
    grouping: 'campaign_id',
    path: [],
    sort: 'server_revenue',
    order: 'desc',
    pageSize: 10,
    page: 1,
  }),
  invoke: {
    id: 'rows',
    src: 'rows',
    input: ({ context }) => ({ query: tableQuestion(context) }),
  },
  initial: 'campaigns',
  on: {
    'query.change': [
      {
        guard: { type: 'isAnotherProject', params: ({ event }) => ({ question: event.question }) },
        target: '.campaigns',
        actions: [
          { type: 'keepQuestion', params: ({ event }) => ({ question: event.question }) },
          { type: 'keepPath', params: { depth: 0 } },
          { type: 'keepGrouping', params: { grouping: 'campaign_id' } },
          'ask',
        ],
      },
      {
        actions: [
          { type: 'keepQuestion', params: ({ event }) => ({ question: event.question }) },
          'ask',
        ],
      },
    ],
    'sort.choose': {
      actions: [{ type: 'keepSort', params: ({ event }) => ({ sort: event.sort }) }, 'ask'],
    },
    'pageSize.choose': {
      actions: [
        { type: 'keepPageSize', params: ({ event }) => ({ pageSize: event.pageSize }) },
        'ask',
      ],
    },
    'page.choose': {
      actions: { type: 'keepPage', params: ({ event }) => ({ page: event.page }) },
    },
  },
  states: {
    campaigns: {
      description: 'Every campaign of the selection.',
      on: {
        'row.open': {
          target: 'adSets',
          actions: [
            { type: 'openRow', params: ({ event }) => ({ key: event.key, label: event.label }) },
            { type: 'keepGrouping', params: { grouping: 'adset_id' } },
            'ask',
          ],
        },
      },
    },
    adSets: {
      description: 'The ad sets of one campaign.',
      on: {
        'row.open': {
          target: 'ads',
          actions: [
            { type: 'openRow', params: ({ event }) => ({ key: event.key, label: event.label }) },
            { type: 'keepGrouping', params: { grouping: 'ad_id' } },
            'ask',
          ],
        },
        'campaigns.open': {
          target: 'campaigns',
          actions: [
            { type: 'keepPath', params: { depth: 0 } },
            { type: 'keepGrouping', params: { grouping: 'campaign_id' } },
            'ask',
          ],
        },
      },
    },
    ads: {
      description: 'The ads of one ad set; nothing lies below.',
      on: {
        'adSets.open': {
          target: 'adSets',
          actions: [
            { type: 'keepPath', params: { depth: 1 } },
            { type: 'keepGrouping', params: { grouping: 'adset_id' } },
            'ask',
          ],
        },
        'campaigns.open': {
          target: 'campaigns',
          actions: [
            { type: 'keepPath', params: { depth: 0 } },
            { type: 'keepGrouping', params: { grouping: 'campaign_id' } },
            'ask',
          ],
        },
      },
    },
  },
});

export type BreakdownActor = ActorRefFrom<typeof breakdownMachine>;
export type BreakdownSnapshot = SnapshotFrom<typeof breakdownMachine>;

/** Pages are cut from the first 500 rows; "All" asks for as many as one answer can hold. */
const tableQuestion = ({
  question,
  grouping,
  path,
  sort,
  order,
  pageSize,
}: Context): TableQuestion => ({
  ...question,
  grouping,
  path,
  sort,
  order,
  limit: pageSize === 'all' ? 100_000 : 500,
});
