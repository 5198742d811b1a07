import { type ActorRefFrom, assign, type SnapshotFrom, sendTo, setup } from 'xstate';
import type { Grouping } from '#contract/analytics/dimensions.ts';
import type { Table } from '#contract/analytics/report.ts';
import type { TableSort } from '#contract/analytics/report-query.ts';
import type { PageSize } from '#contract/saved-views/table-state.ts';
import type { Question, TableQuestion } from '#model/query.ts';
import { injectedListener } from '../kit/injected.ts';
import { loaderOf } from '../kit/loader.ts';
import {
  type BreakdownContext,
  defaultView,
  firstPages,
  initialBreakdown,
  isUnused,
  orderForGrouping,
  type TableRecalledEvent,
  tableQuestion,
  toggledOrder,
  viewOf,
} from './breakdown-model.ts';
import { type ColumnName, columnsOf } from './table-columns.ts';

type Event =
  | TableRecalledEvent
  | { type: 'query.change'; question: Question }
  | { type: 'row.open'; key: string | null; label: string; grouping: Grouping }
  | { type: 'level.open'; depth: number }
  | { type: 'level.up' }
  | { type: 'grouping.choose'; grouping: Grouping }
  | { type: 'earning.set'; on: boolean }
  | { type: 'spent.set'; on: boolean }
  | { type: 'estimate.set'; on: boolean }
  | { type: 'spentPage.choose'; page: number }
  | { type: 'sort.choose'; sort: TableSort }
  | { type: 'columns.choose'; columns: ColumnName[] }
  | { type: 'find.change'; text: string }
  | { type: 'pageSize.choose'; pageSize: PageSize }
  | { type: 'page.choose'; page: number };

/** What a new level of the drill-down starts with. */
const levelStart = { ...firstPages, find: '', isSpentOpen: defaultView.isSpentOpen };

/**
 * Whether rows are opened is a state because it decides whether there is a way up. A new period keeps the level,
 * another project does not. The child `rows` loads the figures: another level starts it over, another order or column
 * refines it, so that its rows stay until the new ones arrive. Each level has an address of its own: a step back in the
 * browser arrives as `table.recalled`.
 */
export const breakdownMachine = setup({
  types: {} as {
    context: BreakdownContext;
    events: Event;
    input: { question: Question };
    children: { recallTable: 'recallTable'; rows: 'rows' };
  },
  actors: {
    recallTable: injectedListener<TableRecalledEvent>('recallTable'),
    rows: loaderOf<Table, TableQuestion>(),
  },
  actions: {
    keepTableState: assign((_, { opening, columns }: Omit<TableRecalledEvent, 'type'>) => ({
      ...viewOf(opening),
      columns: columnsOf(opening.columns ?? columns),
      ...firstPages,
      find: '',
    })),
    keepQuestion: assign({
      question: (_, params: { question: Question }) => params.question,
      ...firstPages,
    }),
    keepTopLevel: assign(({ context }) => ({
      ...orderForGrouping(context, defaultView.grouping),
      grouping: defaultView.grouping,
      path: [],
      ...levelStart,
    })),
    keepOpened: assign(
      (
        { context },
        { key, label, grouping }: { key: string | null; label: string; grouping: Grouping },
      ) => ({
        ...orderForGrouping(context, grouping),
        path: [...context.path, { grouping: context.grouping, key, label }],
        grouping,
        ...levelStart,
      }),
    ),
    keepLevel: assign(({ context }, { depth }: { depth: number }) => {
      const grouping = context.path[depth]?.grouping ?? context.grouping;
      return {
        ...orderForGrouping(context, grouping),
        path: context.path.slice(0, depth),
        grouping,
        ...levelStart,
      };
    }),
    keepGrouping: assign(({ context }, { grouping }: { grouping: Grouping }) => ({
      ...orderForGrouping(context, grouping),
      grouping,
      ...levelStart,
    })),
    keepEarning: assign({ isEarning: (_, params: { on: boolean }) => params.on, ...firstPages }),
    keepEstimating: assign({
      isEstimating: (_, params: { on: boolean }) => params.on,
      ...firstPages,
    }),
    keepSort: assign(({ context }, { sort }: { sort: TableSort }) => ({
      sort,
      order: toggledOrder(context, sort),
      ...firstPages,
    })),
    keepColumns: assign({ columns: (_, params: { columns: ColumnName[] }) => params.columns }),
    keepFind: assign({ find: (_, params: { text: string }) => params.text, ...firstPages }),
    keepPageSize: assign({
      pageSize: (_, params: { pageSize: PageSize }) => params.pageSize,
      ...firstPages,
    }),
    keepSpentOpen: assign({ isSpentOpen: (_, params: { on: boolean }) => params.on, spentPage: 1 }),
    keepSpentPage: assign({ spentPage: (_, params: { page: number }) => params.page }),
    keepPage: assign({ page: (_, params: { page: number }) => params.page }),
    queryRows: sendTo('rows', ({ context }) => ({
      type: 'query.change',
      query: tableQuestion(context),
    })),
    refineRows: sendTo('rows', ({ context }) => ({
      type: 'query.refine',
      query: tableQuestion(context),
    })),
    pushAddress: () => {},
    replaceAddress: () => {},
    /** A link shows the columns of the person who copied it, also where they come from this browser's storage. */
    completeAddress: () => {},
    rememberColumns: () => {},
  },
  guards: {
    isAnotherProject: ({ context }, params: { question: Question }) =>
      context.question.project !== params.question.project,
    isUnused: ({ context }, params: { grouping: Grouping }) => isUnused(context, params.grouping),
    isAtTop: ({ context }) => context.path.length === 0,
  },
}).createMachine({
  id: 'breakdown',
  description: 'The breakdown table with its drill-down, columns, sort order and pages.',
  context: ({ input }) => initialBreakdown(input.question),
  invoke: { id: 'recallTable', src: 'recallTable' },
  initial: 'starting',
  states: {
    starting: {
      description: 'Reading the address and the stored columns.',
      on: {
        'table.recalled': {
          target: 'open',
          actions: [
            {
              type: 'keepTableState',
              params: ({ event }) => ({ opening: event.opening, columns: event.columns }),
            },
            'completeAddress',
          ],
        },
        'query.change': {
          actions: { type: 'keepQuestion', params: ({ event }) => ({ question: event.question }) },
        },
      },
    },
    open: {
      description: 'The table is on screen.',
      initial: 'deciding',
      invoke: {
        id: 'rows',
        src: 'rows',
        input: ({ context }) => ({ query: tableQuestion(context) }),
      },
      on: {
        'table.recalled': {
          target: '.deciding',
          actions: [
            {
              type: 'keepTableState',
              params: ({ event }) => ({ opening: event.opening, columns: event.columns }),
            },
            'queryRows',
            'completeAddress',
          ],
        },
        'query.change': [
          {
            guard: {
              type: 'isAnotherProject',
              params: ({ event }) => ({ question: event.question }),
            },
            target: '.topLevel',
            actions: [
              { type: 'keepQuestion', params: ({ event }) => ({ question: event.question }) },
              'keepTopLevel',
              'queryRows',
              'pushAddress',
            ],
          },
          {
            actions: [
              { type: 'keepQuestion', params: ({ event }) => ({ question: event.question }) },
              'queryRows',
            ],
          },
        ],
        'row.open': {
          guard: { type: 'isUnused', params: ({ event }) => ({ grouping: event.grouping }) },
          target: '.drilledDown',
          actions: [
            {
              type: 'keepOpened',
              params: ({ event }) => ({
                key: event.key,
                label: event.label,
                grouping: event.grouping,
              }),
            },
            'queryRows',
            'pushAddress',
          ],
        },
        'grouping.choose': {
          guard: { type: 'isUnused', params: ({ event }) => ({ grouping: event.grouping }) },
          actions: [
            { type: 'keepGrouping', params: ({ event }) => ({ grouping: event.grouping }) },
            'queryRows',
            'pushAddress',
          ],
        },
        'earning.set': {
          actions: [
            { type: 'keepEarning', params: ({ event }) => ({ on: event.on }) },
            'refineRows',
            'replaceAddress',
          ],
        },
        'estimate.set': {
          actions: [
            { type: 'keepEstimating', params: ({ event }) => ({ on: event.on }) },
            'refineRows',
            'replaceAddress',
          ],
        },
        'spent.set': {
          actions: [
            { type: 'keepSpentOpen', params: ({ event }) => ({ on: event.on }) },
            'refineRows',
            'replaceAddress',
          ],
        },
        'spentPage.choose': {
          actions: { type: 'keepSpentPage', params: ({ event }) => ({ page: event.page }) },
        },
        'sort.choose': {
          actions: [
            { type: 'keepSort', params: ({ event }) => ({ sort: event.sort }) },
            'refineRows',
            'replaceAddress',
          ],
        },
        'columns.choose': {
          actions: [
            { type: 'keepColumns', params: ({ event }) => ({ columns: event.columns }) },
            'refineRows',
            'replaceAddress',
            'rememberColumns',
          ],
        },
        'find.change': {
          actions: [
            { type: 'keepFind', params: ({ event }) => ({ text: event.text }) },
            'refineRows',
          ],
        },
        'pageSize.choose': {
          actions: [
            { type: 'keepPageSize', params: ({ event }) => ({ pageSize: event.pageSize }) },
            'refineRows',
            'replaceAddress',
          ],
        },
        'page.choose': {
          actions: { type: 'keepPage', params: ({ event }) => ({ page: event.page }) },
        },
      },
      states: {
        deciding: { always: [{ guard: 'isAtTop', target: 'topLevel' }, { target: 'drilledDown' }] },
        topLevel: { description: 'All rows of the selection; no row is opened.' },
        drilledDown: {
          description: 'The rows inside the last opened row.',
          on: {
            'level.open': {
              target: 'deciding',
              actions: [
                { type: 'keepLevel', params: ({ event }) => ({ depth: event.depth }) },
                'queryRows',
                'pushAddress',
              ],
            },
            'level.up': {
              target: 'deciding',
              actions: [
                {
                  type: 'keepLevel',
                  params: ({ context }) => ({ depth: context.path.length - 1 }),
                },
                'queryRows',
                'pushAddress',
              ],
            },
          },
        },
      },
    },
  },
});

export type BreakdownActor = ActorRefFrom<typeof breakdownMachine>;
export type BreakdownSnapshot = SnapshotFrom<typeof breakdownMachine>;
