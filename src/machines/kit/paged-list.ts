import { assign, setup } from 'xstate';
import { type Problem, problemFrom } from '#contract/problem.ts';
import type {
  ActRequest,
  ActResult,
  ListedRow,
  ListPage,
  PageRequest,
  RowId,
} from '#model/paged-list.ts';
import { injected, optionalListener, type RecoveryEvent } from './injected.ts';
import type { Parent } from './parent.ts';

type Question<Query, Filter> = { query: Query; filter: Filter };
type Input<Query, Filter> = Question<Query, Filter> & {
  /** A live list reads its first page again every minute, and when the network is back. */
  isLive?: boolean;
  parent?: Parent<ListReport<Filter>>;
};
type Context<Row, Query, Filter, Page, Act, Result> = Input<Query, Filter> & {
  /** The rows of all pages read so far. */
  rows: Row[];
  pages: number;
  next: string | null;
  /** The first page as last read, for its data other than the rows. */
  firstPage: Page | null;
  /** The ids of the selected rows. */
  selected: RowId[];
  /** The latest act; its result is in `result`. */
  act: ActRequest<Query, Filter, Act> | null;
  result: Result | null;
  problem: Problem | null;
};
type Event<Query, Filter, Act> =
  | { type: 'query.change'; query: Query; filter?: Filter }
  | { type: 'filter.change'; filter: Partial<Filter> }
  | { type: 'text.change'; text: Partial<Filter> }
  | { type: 'page.next' }
  | { type: 'list.refresh' }
  | { type: 'selection.change'; ids: RowId[]; isSelected: boolean }
  | { type: 'act.take'; act: Act }
  | { type: 'result.dismiss' }
  | { type: 'problem.dismiss' }
  | { type: 'retry' }
  | { type: 'network.returned' };

/**
 * A list that is read page by page with a cursor, filtered, refreshed, and acted on.
 *
 * If a next page fails, the rows on screen stay, so `ready.short` and `failed` are two states. Another query clears the
 * rows at once; another filter keeps them in the context until its rows arrive, and the view decides whether they stay
 * on screen. A live list refreshes its first page only while no further page is on screen and no row is selected. After
 * an act the list is read again, because the act changes its rows; refused rows stay selected.
 */
export const pagedListOf = <
  Row extends ListedRow,
  Query,
  Filter extends object = Record<never, never>,
  Page extends ListPage<Row> = ListPage<Row>,
  Act = never,
  Result extends ActResult = ActResult,
>() =>
  setup({
    types: {} as {
      context: Context<Row, Query, Filter, Page, Act, Result>;
      events: Event<Query, Filter, Act>;
      input: Input<Query, Filter>;
      tags: 'busy' | 'showing' | 'failed';
      children: { network: 'network'; readPage: 'readPage'; takeAct: 'takeAct' };
    },
    actors: {
      network: optionalListener<RecoveryEvent>(),
      readPage: injected<Page, PageRequest<Query, Filter>>('readPage'),
      takeAct: injected<Result, ActRequest<Query, Filter, Act>>('takeAct'),
    },
    actions: {
      keepQuery: assign(({ context }, params: { query: Query; filter?: Filter }) => ({
        query: params.query,
        filter: params.filter ?? context.filter,
        ...unread,
        result: null,
      })),
      keepFilter: assign(({ context }, params: { filter: Partial<Filter> }) => ({
        filter: { ...context.filter, ...params.filter },
        selected: [],
        result: null,
      })),
      reportFilter: ({ context: { parent, filter } }) =>
        parent?.send({ type: 'filter.changed', filter }),
      reportRestart: ({ context: { parent } }) => parent?.send({ type: 'list.restarted' }),
      rewriteAddress: () => {},
      keepFirstPage: assign(({ context }, { page }: { page: Page }) => ({
        rows: page.rows,
        pages: 1,
        next: page.next,
        firstPage: page,
        selected: context.selected.filter((id) => page.rows.some((row) => row.id === id)),
      })),
      keepNextPage: assign(({ context }, { page }: { page: Page }) => ({
        rows: merged(context.rows, page.rows),
        pages: context.pages + 1,
        next: page.next,
      })),
      keepSelection: assign({
        selected: ({ context }, { ids, isSelected }: { ids: RowId[]; isSelected: boolean }) => [
          ...context.selected.filter((id) => !ids.includes(id)),
          ...(isSelected ? ids : []),
        ],
      }),
      keepAct: assign({
        act: ({ context: { query, filter, selected } }, { act }: { act: Act }) => ({
          query,
          filter,
          act,
          ids: selected,
        }),
        result: null,
      }),
      keepResult: assign({
        result: (_, params: { result: Result }) => params.result,
        selected: (_, params) => params.result.refused.map(({ id }) => id),
      }),
      clearResult: assign({ result: null }),
      keepProblem: assign({
        problem: (_, params: { error: unknown }) => problemFrom(params.error),
      }),
      clearProblem: assign({ problem: null }),
    },
    guards: {
      isAnother: ({ context }, { query, filter }: { query: Query; filter?: Filter }) =>
        JSON.stringify([context.query, context.filter]) !==
        JSON.stringify([query, filter ?? context.filter]),
      isEmpty: ({ context }) => context.rows.length === 0 && context.next === null,
      hasMore: ({ context }) => context.next !== null,
      isLive: ({ context }) => context.isLive === true,
      isFollowed: ({ context: { isLive, pages, selected } }) =>
        isLive === true && pages === 1 && selected.length === 0,
    },
    delays: { typedAfter: 300, staleAfter: 60_000 },
  }).createMachine({
    id: 'pagedList',
    description: 'A list that is read page by page.',
    context: ({ input }) => ({ ...input, ...unread, act: null, result: null, problem: null }),
    invoke: { id: 'network', src: 'network' },
    initial: 'loading',
    on: {
      'query.change': {
        guard: { type: 'isAnother', params: ({ event }) => event },
        target: '.loading',
        actions: { type: 'keepQuery', params: ({ event }) => event },
      },
      'filter.change': {
        target: '.loading',
        actions: [
          { type: 'keepFilter', params: ({ event }) => ({ filter: event.filter }) },
          'reportFilter',
          'rewriteAddress',
        ],
      },
      'text.change': {
        target: '.typing',
        actions: [
          { type: 'keepFilter', params: ({ event }) => ({ filter: event.text }) },
          'reportFilter',
        ],
      },
      'result.dismiss': { actions: 'clearResult' },
    },
    states: {
      typing: {
        description: 'The user is typing into a text filter.',
        tags: 'busy',
        after: { typedAfter: { target: 'loading', actions: 'rewriteAddress' } },
      },
      loading: {
        description: 'The first page for this query and filter is being read.',
        tags: 'busy',
        entry: 'reportRestart',
        on: { 'network.returned': { target: 'loading', reenter: true } },
        invoke: {
          id: 'readPage',
          src: 'readPage',
          input: ({ context }) => requestOf(context, { cursor: null, isRefresh: false }),
          onDone: {
            target: 'found',
            actions: { type: 'keepFirstPage', params: ({ event }) => ({ page: event.output }) },
          },
          onError: {
            target: 'failed',
            actions: { type: 'keepProblem', params: ({ event }) => ({ error: event.error }) },
          },
        },
      },
      found: { always: [{ guard: 'isEmpty', target: 'empty' }, { target: 'ready' }] },
      ready: {
        description: 'There are rows on screen.',
        tags: 'showing',
        initial: 'fresh',
        on: {
          'list.refresh': '.refreshing',
          'selection.change': { actions: { type: 'keepSelection', params: ({ event }) => event } },
        },
        states: {
          fresh: {
            description: 'The rows were read a moment ago.',
            on: {
              'page.next': { guard: 'hasMore', target: 'extending' },
              'act.take': {
                target: '#pagedList.acting',
                actions: { type: 'keepAct', params: ({ event }) => event },
              },
              'network.returned': { guard: 'isFollowed', target: 'refreshing' },
            },
            after: { staleAfter: { guard: 'isFollowed', target: 'refreshing' } },
          },
          extending: {
            description: 'The next page is being read.',
            tags: 'busy',
            invoke: {
              id: 'readPage',
              src: 'readPage',
              input: ({ context }) =>
                requestOf(context, { cursor: context.next, isRefresh: false }),
              onDone: {
                target: 'fresh',
                actions: { type: 'keepNextPage', params: ({ event }) => ({ page: event.output }) },
              },
              onError: {
                target: 'short',
                actions: { type: 'keepProblem', params: ({ event }) => ({ error: event.error }) },
              },
            },
          },
          short: {
            description: 'The next page could not be read; the rows on screen stay.',
            tags: 'failed',
            exit: 'clearProblem',
            on: { retry: 'extending', 'network.returned': 'extending' },
          },
          refreshing: {
            description: 'The first page is being read again; it replaces all rows.',
            tags: 'busy',
            invoke: {
              id: 'readPage',
              src: 'readPage',
              input: ({ context }) => requestOf(context, { cursor: null, isRefresh: true }),
              onDone: {
                target: '#pagedList.found',
                actions: { type: 'keepFirstPage', params: ({ event }) => ({ page: event.output }) },
              },
              onError: {
                target: 'stale',
                actions: { type: 'keepProblem', params: ({ event }) => ({ error: event.error }) },
              },
            },
          },
          stale: {
            description: 'The rows are old: the last refresh failed.',
            tags: 'failed',
            exit: 'clearProblem',
            on: { retry: 'refreshing', 'network.returned': 'refreshing' },
            after: { staleAfter: { guard: 'isLive', target: 'refreshing' } },
          },
        },
      },
      acting: {
        description: 'The act is being carried out on the selected rows.',
        tags: ['busy', 'showing'],
        invoke: {
          id: 'takeAct',
          src: 'takeAct',
          input: ({ context }) => requestedAct(context.act),
          onDone: {
            target: 'ready.refreshing',
            actions: { type: 'keepResult', params: ({ event }) => ({ result: event.output }) },
          },
          onError: {
            target: 'refused',
            actions: { type: 'keepProblem', params: ({ event }) => ({ error: event.error }) },
          },
        },
      },
      refused: {
        description:
          'The act failed for every row. Only the user can start it again: it may have reached the server.',
        tags: ['failed', 'showing'],
        exit: 'clearProblem',
        on: { 'problem.dismiss': 'ready' },
      },
      empty: {
        description: 'The query and its filter match nothing.',
        initial: 'fresh',
        on: { 'list.refresh': 'loading' },
        states: {
          fresh: {
            description: 'The empty list was read a moment ago.',
            on: { 'network.returned': { guard: 'isLive', target: 'refreshing' } },
            after: { staleAfter: { guard: 'isLive', target: 'refreshing' } },
          },
          refreshing: {
            description: 'The list is being read again.',
            tags: 'busy',
            invoke: {
              id: 'readPage',
              src: 'readPage',
              input: ({ context }) => requestOf(context, { cursor: null, isRefresh: true }),
              onDone: {
                target: '#pagedList.found',
                actions: { type: 'keepFirstPage', params: ({ event }) => ({ page: event.output }) },
              },
              onError: {
                target: '#pagedList.failed',
                actions: { type: 'keepProblem', params: ({ event }) => ({ error: event.error }) },
              },
            },
          },
        },
      },
      failed: {
        description: 'The list could not be read, so there is nothing to show.',
        tags: 'failed',
        exit: 'clearProblem',
        on: { retry: 'loading', 'network.returned': 'loading' },
      },
    },
  });

export type ListReport<Filter> =
  | { type: 'filter.changed'; filter: Filter }
  | { type: 'list.restarted' };

const unread = { rows: [], pages: 0, next: null, firstPage: null, selected: [] };

const requestOf = <Query, Filter>(
  { query, filter }: Question<Query, Filter>,
  { cursor, isRefresh }: { cursor: string | null; isRefresh: boolean },
): PageRequest<Query, Filter> => ({ query, filter, cursor, isRefresh });

function requestedAct<Request>(act: Request | null): Request {
  if (act) return act;
  throw new Error('An act was taken without a name.');
}

/** Appends a page. A row that moved between two reads is on both pages; the version of the later page is used. */
const merged = <Row extends ListedRow>(rows: readonly Row[], more: readonly Row[]): Row[] => [
  ...new Map([...rows, ...more].map((row) => [row.id, row])).values(),
];
