import { type ActorRefFrom, assign, type SnapshotFrom, setup } from 'xstate';
import type { AuditEntry } from '#contract/audit/schemas.ts';
import { type Problem, problemFrom } from '#contract/problem.ts';
import { injected, optionalListener, type Recovery } from '../kit/injected.ts';

export type AuditPage = { rows: AuditEntry[]; next: string | null };

type Input = { project: number };
type Asked = { project: number; search: string; cursor: string | null };
type Context = Input & {
  search: string;
  /** Of all pages so far. */
  rows: AuditEntry[];
  next: string | null;
  problem: Problem | null;
};
type Event =
  | { type: 'search.change'; search: string }
  | { type: 'log.more' }
  | { type: 'retry' }
  | { type: 'network.returned' };

/**
 * Who did what in a project, page after page, the latest first.
 *
 * While somebody types, what was found before stays; a next page that fails takes nothing away. What failed is asked
 * for again once the network is back.
 */
export const auditLogMachine = setup({
  types: {} as {
    context: Context;
    events: Event;
    input: Input;
    tags: 'busy' | 'failed' | 'showing';
    children: { network: 'network'; readAudit: 'readAudit' };
  },
  actors: {
    network: optionalListener<Recovery>(),
    readAudit: injected<AuditPage, Asked>('readAudit'),
  },
  actions: {
    keepSearch: assign({ search: (_, params: { search: string }) => params.search }),
    keepFirstPage: assign({
      rows: (_, params: { page: AuditPage }) => params.page.rows,
      next: (_, params: { page: AuditPage }) => params.page.next,
    }),
    keepNextPage: assign({
      rows: ({ context }, params: { page: AuditPage }) => [...context.rows, ...params.page.rows],
      next: (_, params: { page: AuditPage }) => params.page.next,
    }),
    keepProblem: assign({ problem: (_, params: { error: unknown }) => problemFrom(params.error) }),
    clearProblem: assign({ problem: null }),
  },
  guards: { hasMore: ({ context }) => context.next !== null },
  delays: { typedAfter: 300 },
}).createMachine({
  id: 'auditLog',
  description: 'Who did what in a project.',
  context: ({ input }) => ({ ...input, search: '', rows: [], next: null, problem: null }),
  invoke: { id: 'network', src: 'network' },
  initial: 'loading',
  on: {
    'search.change': {
      target: '.typing',
      actions: { type: 'keepSearch', params: ({ event }) => ({ search: event.search }) },
    },
  },
  states: {
    typing: {
      description: 'Words are being typed; the log waits until they are.',
      tags: 'busy',
      after: { typedAfter: 'loading' },
    },
    loading: {
      description: 'The first page of what was searched for.',
      tags: 'busy',
      entry: 'clearProblem',
      on: { 'network.returned': { target: 'loading', reenter: true } },
      invoke: {
        id: 'readAudit',
        src: 'readAudit',
        input: ({ context }) => firstOf(context),
        onDone: {
          target: 'ready',
          actions: { type: 'keepFirstPage', params: ({ event }) => ({ page: event.output }) },
        },
        onError: {
          target: 'failed',
          actions: { type: 'keepProblem', params: ({ event }) => ({ error: event.error }) },
        },
      },
    },
    ready: {
      description: 'The entries are listed.',
      tags: 'showing',
      on: { 'log.more': { guard: 'hasMore', target: 'extending' } },
    },
    extending: {
      description: 'The next page is being read.',
      tags: ['busy', 'showing'],
      invoke: {
        id: 'readAudit',
        src: 'readAudit',
        input: ({ context }) => nextOf(context),
        onDone: {
          target: 'ready',
          actions: { type: 'keepNextPage', params: ({ event }) => ({ page: event.output }) },
        },
        onError: {
          target: 'short',
          actions: { type: 'keepProblem', params: ({ event }) => ({ error: event.error }) },
        },
      },
    },
    short: {
      description: 'The next page could not be read; what was read stays.',
      tags: ['failed', 'showing'],
      exit: 'clearProblem',
      on: { retry: 'extending', 'network.returned': 'extending' },
    },
    failed: {
      description: 'There is nothing to show, and a reason why.',
      tags: 'failed',
      on: { retry: 'loading', 'network.returned': 'loading' },
    },
  },
});

export type AuditLogActor = ActorRefFrom<typeof auditLogMachine>;
export type AuditLogSnapshot = SnapshotFrom<typeof auditLogMachine>;

const firstOf = ({ project, search }: Context): Asked => ({ project, search, cursor: null });
const nextOf = ({ project, search, next }: Context): Asked => ({ project, search, cursor: next });
