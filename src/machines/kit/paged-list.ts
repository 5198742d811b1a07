import { type ActorRefFrom, assign, type SnapshotFrom, setup } from 'xstate';
import { type Problem, problemFrom } from '#contract/problem.ts';
import type {
  ActionRequest,
  ActionResult,
  ListedRow,
  ListPage,
  PageRequest,
  RowId,
} from '#model/paged-list.ts';
import { injected, optionalListener, type RecoveryEvent } from './injected.ts';
import type { Parent } from './parent.ts';

/** The types of one paged list; a type that it does not use is `never`. */
export type PagedListTypes = {
  row: ListedRow;
  /** What the list is about, such as the conversions of a project. */
  query: unknown;
  filter: object;
  page: ListPage<ListedRow>;
  /** A bulk action on the selected rows. */
  action: unknown;
  /** The result of a bulk action. */
  result: ActionResult;
};
type PageOf<Types extends PagedListTypes> = Types['page'] & { rows: Types['row'][] };
type RequestedAction<Types extends PagedListTypes> = ActionRequest<
  Types['query'],
  Types['filter'],
  Types['action']
>;

type Input<Types extends PagedListTypes> = {
  query: Types['query'];
  filter: Types['filter'];
  /** A live list reads its first page again every minute, and when the network is back. */
  isLive?: boolean;
  parent?: Parent<ListReport<Types['filter']>>;
};
type Context<Types extends PagedListTypes> = Input<Types> & {
  /** The rows of all pages read so far. */
  rows: Types['row'][];
  pages: number;
  next: string | null;
  /** The first page as last read, for its data other than the rows. */
  firstPage: PageOf<Types> | null;
  /** The ids of the selected rows. */
  selected: RowId[];
  /** The last bulk action; its result is in `result`. */
  action: RequestedAction<Types> | null;
  result: Types['result'] | null;
  problem: Problem | null;
};
type Event<Types extends PagedListTypes> =
  | { type: 'query.change'; query: Types['query']; filter?: Types['filter'] }
  | { type: 'filter.change'; filter: Partial<Types['filter']> }
  | { type: 'text.change'; text: Partial<Types['filter']> }
  | { type: 'page.next' }
  | { type: 'list.refresh' }
  | { type: 'selection.change'; ids: RowId[]; isSelected: boolean }
  | { type: 'action.run'; action: Types['action'] }
  | { type: 'result.dismiss' }
  | { type: 'problem.dismiss' }
  | { type: 'retry' }
  | { type: 'network.returned' };

/**
 * A list that is read page by page with a cursor, filtered and refreshed, with bulk actions on selected rows.
 *
 * If a next page fails, the rows on screen stay, so `ready.nextPageFailed` and `failed` are two states. Another query
 * clears the rows at once; another filter keeps them in the context until its rows arrive, and the view decides whether
 * they stay on screen. A live list refreshes its first page only while no further page is on screen and no row is
 * selected. After a bulk action the list is read again, because the action changes its rows; refused rows stay
 * selected.
 */
export const pagedListOf = <Types extends PagedListTypes>() =>
  setup({
    types: {} as {
      context: Context<Types>;
      events: Event<Types>;
      input: Input<Types>;
      tags: 'busy' | 'showing' | 'failed';
      children: { network: 'network'; readPage: 'readPage'; runAction: 'runAction' };
    },
    actors: {
      network: optionalListener<RecoveryEvent>(),
      readPage: injected<PageOf<Types>, PageRequest<Types['query'], Types['filter']>>('readPage'),
      runAction: injected<Types['result'], RequestedAction<Types>>('runAction'),
    },
    actions: {
      keepQuery: assign(
        ({ context }, params: Pick<Input<Types>, 'query'> & { filter?: Types['filter'] }) => ({
          query: params.query,
          filter: params.filter ?? context.filter,
          ...unread,
          result: null,
        }),
      ),
      keepFilter: assign(({ context }, params: { filter: Partial<Types['filter']> }) => ({
        filter: { ...context.filter, ...params.filter },
        selected: [],
        result: null,
      })),
      reportFilter: ({ context: { parent, filter } }) =>
        parent?.send({ type: 'filter.changed', filter }),
      reportRestart: ({ context: { parent } }) => parent?.send({ type: 'list.restarted' }),
      rewriteAddress: () => {},
      keepFirstPage: assign(({ context }, { page }: { page: PageOf<Types> }) => ({
        rows: page.rows,
        pages: 1,
        next: page.next,
        firstPage: page,
        selected: context.selected.filter((id) => page.rows.some((row) => row.id === id)),
      })),
      keepNextPage: assign(({ context }, { page }: { page: PageOf<Types> }) => ({
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
      keepAction: assign({
        action: (
          { context: { query, filter, selected } },
          { action }: { action: Types['action'] },
        ) => ({
          query,
          filter,
          action,
          ids: selected,
        }),
        result: null,
      }),
      keepResult: assign({
        result: (_, params: { result: Types['result'] }) => params.result,
        selected: (_, params) => params.result.refused.map(({ id }) => id),
      }),
      clearResult: assign({ result: null }),
      keepProblem: assign({
        problem: (_, params: { error: unknown }) => problemFrom(params.error),
      }),
      clearProblem: assign({ problem: null }),
    },
    guards: {
      isAnother: (
        { context },
        { query, filter }: { query: Types['query']; filter?: Types['filter'] },
      ) =>
        JSON.stringify([context.query, context.filter]) !==
        JSON.stringify([query, filter ?? context.filter]),
      isEmpty: ({ context }) => context.rows.length === 0 && context.next === null,
      hasMore: ({ context }) => context.next !== null,
      isLive: ({ context }) => context.isLive === true,
      isLiveUnselected: ({ context: { isLive, selected } }) =>
        isLive === true && selected.length === 0,
      isFollowed: ({ context: { isLive, pages, selected } }) =>
        isLive === true && pages === 1 && selected.length === 0,
    },
    delays: { typedAfter: 300, staleAfter: 60_000 },
  }).createMachine({
    id: 'pagedList',
    description: 'A list that is read page by page.',
    context: ({ input }) => ({ ...input, ...unread, action: null, result: null, problem: null }),
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
        entry: 'clearProblem',
        after: { typedAfter: { target: 'loading', actions: 'rewriteAddress' } },
      },
      loading: {
        description: 'The first page for this query and filter is being read.',
        tags: 'busy',
        entry: ['clearProblem', 'reportRestart'],
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
              'action.run': {
                target: '#pagedList.acting',
                actions: { type: 'keepAction', params: ({ event }) => event },
              },
              'network.returned': { guard: 'isFollowed', target: 'refreshing' },
            },
            after: {
              staleAfter: [
                { guard: 'isFollowed', target: 'refreshing' },
                { guard: 'isLive', target: 'fresh', reenter: true },
              ],
            },
          },
          extending: {
            description: 'The next page is being read.',
            tags: 'busy',
            entry: 'clearProblem',
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
                target: 'nextPageFailed',
                actions: { type: 'keepProblem', params: ({ event }) => ({ error: event.error }) },
              },
            },
          },
          nextPageFailed: {
            description: 'The next page could not be read; the rows on screen stay.',
            tags: 'failed',
            on: { retry: 'extending', 'network.returned': 'extending' },
          },
          refreshing: {
            description: 'The first page is being read again; it replaces all rows.',
            tags: 'busy',
            entry: 'clearProblem',
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
            on: { retry: 'refreshing', 'network.returned': 'refreshing' },
            after: {
              staleAfter: [
                { guard: 'isLiveUnselected', target: 'refreshing' },
                { guard: 'isLive', target: 'stale', reenter: true },
              ],
            },
          },
        },
      },
      acting: {
        description: 'The bulk action is running on the selected rows.',
        tags: ['busy', 'showing'],
        invoke: {
          id: 'runAction',
          src: 'runAction',
          input: ({ context }) => requestedAction(context.action),
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
          'The bulk action failed for every row. Only the user can start it again: it may have reached the server.',
        tags: ['failed', 'showing'],
        exit: 'clearProblem',
        on: { 'problem.dismiss': 'ready' },
      },
      empty: {
        description: 'The query and its filter match nothing.',
        initial: 'fresh',
        on: { 'list.refresh': '.refreshing' },
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
        on: { retry: 'loading', 'network.returned': 'loading' },
      },
    },
  });

export type PagedListMachine<Types extends PagedListTypes> = ReturnType<typeof pagedListOf<Types>>;
export type PagedListActor<Types extends PagedListTypes> = ActorRefFrom<PagedListMachine<Types>>;
export type PagedListSnapshot<Types extends PagedListTypes> = SnapshotFrom<PagedListMachine<Types>>;

export type ListReport<Filter> =
  | { type: 'filter.changed'; filter: Filter }
  | { type: 'list.restarted' };

const unread = { rows: [], pages: 0, next: null, firstPage: null, selected: [] };

const requestOf = <Query, Filter>(
  { query, filter }: { query: Query; filter: Filter },
  { cursor, isRefresh }: { cursor: string | null; isRefresh: boolean },
): PageRequest<Query, Filter> => ({ query, filter, cursor, isRefresh });

function requestedAction<Request>(action: Request | null): Request {
  if (action) return action;
  throw new Error('A bulk action ran without a request.');
}

/** Appends a page. A row that moved between two reads is on both pages; the version of the later page is used. */
const merged = <Row extends ListedRow>(rows: readonly Row[], next: readonly Row[]): Row[] => [
  ...new Map([...rows, ...next].map((row) => [row.id, row])).values(),
];
