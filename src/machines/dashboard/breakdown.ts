import { type ActorRefFrom, assign, type SnapshotFrom, sendTo, setup } from 'xstate';
import type { Table } from '#contract/analytics/report.ts';
import type { Grouping, TableSort } from '#contract/analytics/report-query.ts';
import type { PageSize } from '#contract/saved-views/table-state.ts';
import type { Question, TableQuestion } from '#model/query.ts';
import { injectedListener } from '../kit/injected.ts';
import { loaderOf } from '../kit/loader.ts';
import {
  type BreakdownContext,
  isFree,
  orderAfter,
  orderAmong,
  startingWith,
  type TableRecalled,
  tableQuestion,
  usualView,
  viewOf,
} from './breakdown-model.ts';
import { type ColumnName, columnsOf } from './table-columns.ts';

type Event =
  | TableRecalled
  | { type: 'query.change'; question: Question }
  | { type: 'row.open'; key: string | null; label: string; grouping: Grouping }
  | { type: 'level.open'; depth: number }
  | { type: 'level.up' }
  | { type: 'grouping.choose'; grouping: Grouping }
  | { type: 'earning.set'; on: boolean }
  | { type: 'sort.choose'; sort: TableSort }
  | { type: 'columns.choose'; columns: ColumnName[] }
  | { type: 'find.change'; text: string }
  | { type: 'pageSize.choose'; pageSize: PageSize }
  | { type: 'page.choose'; page: number };

/**
 * The conversion table: a grouping, the rows that were opened on the way to it, and how its rows are shown.
 *
 * Whether rows were opened is a state because it decides whether there is a way up; a new period keeps somebody where
 * they are, another project does not. The figures belong to the child `rows`: another level starts it over, another
 * order or column refines it, so that the rows on screen stay until the new ones are there. Each level has an address
 * of its own: a step back in the browser is told as `table.recalled`.
 */
export const breakdownMachine = setup({
  types: {} as {
    context: BreakdownContext;
    events: Event;
    input: { question: Question };
    children: { recallTable: 'recallTable'; rows: 'rows' };
  },
  actors: {
    recallTable: injectedListener<TableRecalled>('recallTable'),
    rows: loaderOf<Table, TableQuestion>(),
  },
  actions: {
    keepRecalled: assign((_, { opening, columns }: Omit<TableRecalled, 'type'>) => ({
      ...viewOf(opening),
      columns: columnsOf(columns),
      page: 1,
      find: '',
    })),
    keepQuestion: assign({
      question: (_, params: { question: Question }) => params.question,
      page: 1,
    }),
    keepTop: assign(({ context }) => ({
      ...orderAmong(context, usualView.grouping),
      grouping: usualView.grouping,
      path: [],
      page: 1,
      find: '',
    })),
    keepOpened: assign(
      (
        { context },
        { key, label, grouping }: { key: string | null; label: string; grouping: Grouping },
      ) => ({
        ...orderAmong(context, grouping),
        path: [...context.path, { grouping: context.grouping, key, label }],
        grouping,
        page: 1,
        find: '',
      }),
    ),
    keepLevel: assign(({ context }, { depth }: { depth: number }) => {
      const grouping = context.path[depth]?.grouping ?? context.grouping;
      return {
        ...orderAmong(context, grouping),
        path: context.path.slice(0, depth),
        grouping,
        page: 1,
        find: '',
      };
    }),
    keepGrouping: assign(({ context }, { grouping }: { grouping: Grouping }) => ({
      ...orderAmong(context, grouping),
      grouping,
      page: 1,
      find: '',
    })),
    keepEarning: assign({ isEarning: (_, params: { on: boolean }) => params.on, page: 1 }),
    keepSort: assign(({ context }, { sort }: { sort: TableSort }) => ({
      sort,
      order: orderAfter(context, sort),
      page: 1,
    })),
    keepColumns: assign({ columns: (_, params: { columns: ColumnName[] }) => params.columns }),
    keepFind: assign({ find: (_, params: { text: string }) => params.text, page: 1 }),
    keepPageSize: assign({
      pageSize: (_, params: { pageSize: PageSize }) => params.pageSize,
      page: 1,
    }),
    keepPage: assign({ page: (_, params: { page: number }) => params.page }),
    ask: sendTo('rows', ({ context }) => ({ type: 'query.change', query: tableQuestion(context) })),
    refine: sendTo('rows', ({ context }) => ({
      type: 'query.refine',
      query: tableQuestion(context),
    })),
    visit: () => {},
    remember: () => {},
    rememberColumns: () => {},
  },
  guards: {
    isAnotherProject: ({ context }, params: { question: Question }) =>
      context.question.project !== params.question.project,
    isFree: ({ context }, params: { grouping: Grouping }) => isFree(context, params.grouping),
    isAtTop: ({ context }) => context.path.length === 0,
  },
}).createMachine({
  id: 'breakdown',
  description: 'The conversion table with its drill-down, columns, sort order and pages.',
  context: ({ input }) => startingWith(input.question),
  invoke: { id: 'recallTable', src: 'recallTable' },
  initial: 'starting',
  states: {
    starting: {
      description: 'What the address asks for and which columns somebody likes is being read.',
      on: {
        'table.recalled': {
          target: 'open',
          actions: {
            type: 'keepRecalled',
            params: ({ event }) => ({ opening: event.opening, columns: event.columns }),
          },
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
              type: 'keepRecalled',
              params: ({ event }) => ({ opening: event.opening, columns: event.columns }),
            },
            'ask',
          ],
        },
        'query.change': [
          {
            guard: {
              type: 'isAnotherProject',
              params: ({ event }) => ({ question: event.question }),
            },
            target: '.whole',
            actions: [
              { type: 'keepQuestion', params: ({ event }) => ({ question: event.question }) },
              'keepTop',
              'ask',
              'visit',
            ],
          },
          {
            actions: [
              { type: 'keepQuestion', params: ({ event }) => ({ question: event.question }) },
              'ask',
            ],
          },
        ],
        'row.open': {
          guard: { type: 'isFree', params: ({ event }) => ({ grouping: event.grouping }) },
          target: '.inside',
          actions: [
            {
              type: 'keepOpened',
              params: ({ event }) => ({
                key: event.key,
                label: event.label,
                grouping: event.grouping,
              }),
            },
            'ask',
            'visit',
          ],
        },
        'grouping.choose': {
          guard: { type: 'isFree', params: ({ event }) => ({ grouping: event.grouping }) },
          actions: [
            { type: 'keepGrouping', params: ({ event }) => ({ grouping: event.grouping }) },
            'ask',
            'visit',
          ],
        },
        'earning.set': {
          actions: [
            { type: 'keepEarning', params: ({ event }) => ({ on: event.on }) },
            'refine',
            'remember',
          ],
        },
        'sort.choose': {
          actions: [
            { type: 'keepSort', params: ({ event }) => ({ sort: event.sort }) },
            'refine',
            'remember',
          ],
        },
        'columns.choose': {
          actions: [
            { type: 'keepColumns', params: ({ event }) => ({ columns: event.columns }) },
            'refine',
            'rememberColumns',
          ],
        },
        'find.change': {
          actions: [{ type: 'keepFind', params: ({ event }) => ({ text: event.text }) }, 'refine'],
        },
        'pageSize.choose': {
          actions: [
            { type: 'keepPageSize', params: ({ event }) => ({ pageSize: event.pageSize }) },
            'refine',
            'remember',
          ],
        },
        'page.choose': {
          actions: { type: 'keepPage', params: ({ event }) => ({ page: event.page }) },
        },
      },
      states: {
        deciding: { always: [{ guard: 'isAtTop', target: 'whole' }, { target: 'inside' }] },
        whole: { description: 'Every row of the selection; no row was opened yet.' },
        inside: {
          description: 'What lies in the row that was opened last.',
          on: {
            'level.open': {
              target: 'deciding',
              actions: [
                { type: 'keepLevel', params: ({ event }) => ({ depth: event.depth }) },
                'ask',
                'visit',
              ],
            },
            'level.up': {
              target: 'deciding',
              actions: [
                {
                  type: 'keepLevel',
                  params: ({ context }) => ({ depth: context.path.length - 1 }),
                },
                'ask',
                'visit',
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
