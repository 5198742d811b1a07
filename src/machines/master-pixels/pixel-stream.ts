import { type ActorRefFrom, assign, type SnapshotFrom, sendTo, setup } from 'xstate';
import type { CollectedEvent } from '#contract/master-pixels/stream.ts';
import { type Problem, problemFrom } from '#contract/problem.ts';
import type { StreamReport, StreamRequest, StreamScope } from '#model/pixel-stream.ts';
import { injectedListener, optionalListener } from '../kit/injected.ts';
import type { Parent } from '../kit/parent.ts';

/** Which received events are shown; null and empty mean all. */
export type StreamFilter = { side: 'server' | 'browser' | null; name: string; affid: string };
/** How often the collector rejected events since the stream opened, by reason. */
export type Rejections = Record<string, number>;

type ParentReport =
  | { type: 'event.received'; events: readonly CollectedEvent[] }
  | { type: 'event.rejected'; reason: string };
type Input = { scope: StreamScope; parent: Parent<ParentReport> | null };
type Context = Input & {
  filter: StreamFilter;
  /** Latest first. */
  events: CollectedEvent[];
  rejections: Rejections;
  /** The position in the stream: events after it are sent first on reconnect. */
  cursor: string | null;
  /** How often events were skipped between the shown ones. */
  gaps: number;
  /** Lost connections in a row. */
  disconnects: number;
  problem: Problem | null;
};
type Event =
  | StreamReport
  | { type: 'scope.change'; scope: StreamScope }
  | { type: 'filter.change'; filter: Partial<StreamFilter> }
  | { type: 'stream.pause' }
  | { type: 'stream.resume' }
  | { type: 'stream.clear' }
  | { type: 'retry' }
  | { type: 'network.lost' }
  | { type: 'network.returned' };

/** The number of events that are kept and rendered. */
const maxEvents = 100;

/**
 * A lost connection reconnects by itself at its cursor, with growing delays, or when the network is back. Pausing
 * closes the connection, so that no unseen events are sent.
 */
export const pixelStreamMachine = setup({
  types: {} as {
    context: Context;
    events: Event;
    input: Input;
    tags: 'busy' | 'live' | 'failed';
    children: { subscribeToStream: 'subscribeToStream'; network: 'network' };
  },
  actors: {
    subscribeToStream: injectedListener<StreamReport, StreamRequest>('subscribeToStream'),
    network: optionalListener<{ type: 'network.lost' } | { type: 'network.returned' }>(),
  },
  actions: {
    keepScope: assign({
      scope: (_, params: { scope: StreamScope }) => params.scope,
      events: [],
      rejections: {},
      cursor: null,
      gaps: 0,
      disconnects: 0,
    }),
    keepFilter: assign({
      filter: ({ context }, params: { filter: Partial<StreamFilter> }) => ({
        ...context.filter,
        ...params.filter,
      }),
    }),
    keepEvents: assign({
      events: ({ context }, params: { events: readonly CollectedEvent[] }) =>
        withEvents(context.events, params.events),
      cursor: ({ context }, params: { events: readonly CollectedEvent[] }) =>
        params.events.at(-1)?.id ?? context.cursor,
    }),
    keepRejection: assign({
      rejections: ({ context }, params: { reason: string; count: number }) => ({
        ...context.rejections,
        [params.reason]: (context.rejections[params.reason] ?? 0) + params.count,
      }),
    }),
    keepCursor: assign({ cursor: (_, params: { cursor: string }) => params.cursor }),
    countGap: assign({ gaps: ({ context }) => context.gaps + 1 }),
    notifyReceived: sendTo(
      ({ context, self }) => context.parent ?? self,
      (_, { events }: { events: readonly CollectedEvent[] }) => ({
        type: 'event.received' as const,
        events,
      }),
    ),
    notifyRejected: sendTo(
      ({ context, self }) => context.parent ?? self,
      (_, { reason }: { reason: string }) => ({ type: 'event.rejected' as const, reason }),
    ),
    clearEvents: assign({ events: [], rejections: {}, gaps: 0 }),
    countDisconnect: assign({ disconnects: ({ context }) => context.disconnects + 1 }),
    clearDisconnects: assign({ disconnects: 0, problem: null }),
    keepProblem: assign({ problem: (_, params: { error: unknown }) => problemFrom(params.error) }),
  },
  guards: {
    isOther: ({ context }, params: { scope: StreamScope }) =>
      JSON.stringify(context.scope) !== JSON.stringify(params.scope),
    hasParent: ({ context }) => context.parent !== null,
  },
  delays: { backOff: ({ context }) => Math.min(1_000 * 2 ** context.disconnects, 30_000) },
}).createMachine({
  id: 'pixelStream',
  description: 'The live stream of events.',
  context: ({ input }) => startOf(input),
  invoke: { id: 'network', src: 'network' },
  initial: 'connected',
  on: {
    'scope.change': {
      guard: { type: 'isOther', params: ({ event }) => ({ scope: event.scope }) },
      target: '.connected',
      actions: { type: 'keepScope', params: ({ event }) => ({ scope: event.scope }) },
    },
    'filter.change': {
      actions: { type: 'keepFilter', params: ({ event }) => ({ filter: event.filter }) },
    },
    'stream.clear': { actions: 'clearEvents' },
  },
  states: {
    connected: {
      description: 'The stream is open or opening.',
      initial: 'connecting',
      invoke: {
        id: 'subscribeToStream',
        src: 'subscribeToStream',
        input: ({ context }) => ({ ...context.scope, cursor: context.cursor }),
      },
      on: {
        'stream.lost': { target: 'disconnected', actions: 'countDisconnect' },
        'stream.refused': {
          target: 'refused',
          actions: { type: 'keepProblem', params: ({ event }) => ({ error: event.error }) },
        },
        'stream.pause': 'paused',
        'network.lost': 'offline',
      },
      states: {
        connecting: {
          description: 'The stream is opening.',
          tags: 'busy',
          on: { 'stream.opened': { target: 'live', actions: 'clearDisconnects' } },
        },
        live: {
          description: 'Events appear as they arrive.',
          tags: 'live',
          on: {
            'stream.received': [
              {
                guard: 'hasParent',
                actions: [
                  { type: 'keepEvents', params: ({ event }) => event },
                  { type: 'notifyReceived', params: ({ event }) => event },
                ],
              },
              { actions: { type: 'keepEvents', params: ({ event }) => event } },
            ],
            'stream.rejected': [
              {
                guard: 'hasParent',
                actions: [
                  { type: 'keepRejection', params: ({ event }) => event },
                  { type: 'notifyRejected', params: ({ event }) => event },
                ],
              },
              { actions: { type: 'keepRejection', params: ({ event }) => event } },
            ],
            'stream.skipped': { actions: 'countGap' },
            'stream.advanced': {
              actions: { type: 'keepCursor', params: ({ event }) => ({ cursor: event.cursor }) },
            },
          },
        },
      },
    },
    paused: {
      description:
        'The stream is closed while the user reads; missed events arrive after resuming.',
      on: { 'stream.resume': 'connected' },
    },
    disconnected: {
      description: 'The connection was lost and will be opened again.',
      tags: 'failed',
      after: { backOff: 'connected' },
      on: {
        retry: 'connected',
        'stream.pause': 'paused',
        'network.returned': 'connected',
        'network.lost': 'offline',
      },
    },
    offline: {
      description: 'The browser is offline.',
      tags: 'failed',
      on: { retry: 'connected', 'stream.pause': 'paused', 'network.returned': 'connected' },
    },
    refused: {
      description: 'The server refused the stream, and the screen says why.',
      tags: 'failed',
      on: { retry: 'connected' },
    },
  },
});

export type PixelStreamActor = ActorRefFrom<typeof pixelStreamMachine>;
export type PixelStreamSnapshot = SnapshotFrom<typeof pixelStreamMachine>;

const startOf = (input: Input): Context => ({
  ...input,
  filter: { side: null, name: '', affid: '' },
  events: [],
  rejections: {},
  cursor: null,
  gaps: 0,
  disconnects: 0,
  problem: null,
});

/** Adds events to the list; a repeated event replaces its earlier version. */
const withEvents = (
  events: readonly CollectedEvent[],
  received: readonly CollectedEvent[],
): CollectedEvent[] => {
  const latestFirst = [...received.toReversed(), ...events];
  const known = new Set<string>();
  return latestFirst.filter(({ uid }) => known.size < known.add(uid).size).slice(0, maxEvents);
};
