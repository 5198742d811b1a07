import { type ActorRefFrom, assign, type SnapshotFrom, sendTo, setup } from 'xstate';
import type { CollectedEvent } from '#contract/master-pixels/stream.ts';
import { type Problem, problemFrom } from '#contract/problem.ts';
import { injectedListener, optionalListener } from '../kit/injected.ts';
import type { Parent } from '../kit/parent.ts';

/** Whose events are heard: of all of a project, those of one side, or those that came with one pixel's key. */
export type Hearing = { project: number; pixel: number | null; side: 'server' | 'browser' | null };
/** What of the events heard is shown; null and empty stand for all. */
export type StreamFilter = { side: 'server' | 'browser' | null; name: string; affid: string };
/** What the collector did not take as it came, and how often since somebody listens. */
export type Refusals = Record<string, number>;

export type StreamReport =
  | { type: 'stream.opened' }
  | { type: 'stream.told'; events: readonly CollectedEvent[] }
  | { type: 'stream.rejected'; reason: string; count: number }
  | { type: 'stream.skipped' }
  | { type: 'stream.reached'; cursor: string }
  | { type: 'stream.lost' }
  | { type: 'stream.refused'; error: unknown };
type Heard =
  | { type: 'event.heard'; events: readonly CollectedEvent[] }
  | { type: 'event.rejected'; reason: string };
type Input = { hearing: Hearing; parent: Parent<Heard> | null };
type Context = Input & {
  filter: StreamFilter;
  /** The latest first. */
  events: CollectedEvent[];
  refusals: Refusals;
  /** Where the line was left: what came in meanwhile is told first. */
  cursor: string | null;
  /** Something was left out between what is shown. */
  gaps: number;
  /** How often in a row the line broke. */
  breaks: number;
  problem: Problem | null;
};
type Event =
  | StreamReport
  | { type: 'hearing.change'; hearing: Hearing }
  | { type: 'filter.change'; filter: Partial<StreamFilter> }
  | { type: 'stream.pause' }
  | { type: 'stream.resume' }
  | { type: 'stream.clear' }
  | { type: 'retry' }
  | { type: 'network.lost' }
  | { type: 'network.returned' };

/** More than anybody reads, and few enough to draw at once. */
const mostEvents = 100;

/**
 * The line on which events are heard as they come in, and the latest of them.
 *
 * A line that breaks is taken up again by itself where it was left, after a while that grows with every break; without
 * a network that waits for one. Pausing hangs up, so that nobody is sent what nobody reads.
 */
export const pixelStreamMachine = setup({
  types: {} as {
    context: Context;
    events: Event;
    input: Input;
    tags: 'busy' | 'live' | 'failed';
    children: { hear: 'hear'; network: 'network' };
  },
  actors: {
    hear: injectedListener<StreamReport, Hearing & { cursor: string | null }>('hear'),
    network: optionalListener<{ type: 'network.lost' } | { type: 'network.returned' }>(),
  },
  actions: {
    keepHearing: assign({
      hearing: (_, params: { hearing: Hearing }) => params.hearing,
      events: [],
      refusals: {},
      cursor: null,
      gaps: 0,
      breaks: 0,
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
    keepRefusal: assign({
      refusals: ({ context }, params: { reason: string; count: number }) => ({
        ...context.refusals,
        [params.reason]: (context.refusals[params.reason] ?? 0) + params.count,
      }),
    }),
    keepCursor: assign({ cursor: (_, params: { cursor: string }) => params.cursor }),
    countGap: assign({ gaps: ({ context }) => context.gaps + 1 }),
    tellHeard: sendTo(
      ({ context, self }) => context.parent ?? self,
      (_, { events }: { events: readonly CollectedEvent[] }) => ({
        type: 'event.heard' as const,
        events,
      }),
    ),
    tellRejected: sendTo(
      ({ context, self }) => context.parent ?? self,
      (_, { reason }: { reason: string }) => ({ type: 'event.rejected' as const, reason }),
    ),
    clearEvents: assign({ events: [], refusals: {}, gaps: 0 }),
    countBreak: assign({ breaks: ({ context }) => context.breaks + 1 }),
    clearBreaks: assign({ breaks: 0, problem: null }),
    keepProblem: assign({ problem: (_, params: { error: unknown }) => problemFrom(params.error) }),
  },
  guards: {
    isOther: ({ context }, params: { hearing: Hearing }) =>
      JSON.stringify(context.hearing) !== JSON.stringify(params.hearing),
    hasParent: ({ context }) => context.parent !== null,
  },
  delays: { backOff: ({ context }) => Math.min(1_000 * 2 ** context.breaks, 30_000) },
}).createMachine({
  id: 'pixelStream',
  description: 'Events as they come in.',
  context: ({ input }) => startOf(input),
  invoke: { id: 'network', src: 'network' },
  initial: 'listening',
  on: {
    'hearing.change': {
      guard: { type: 'isOther', params: ({ event }) => ({ hearing: event.hearing }) },
      target: '.listening',
      actions: { type: 'keepHearing', params: ({ event }) => ({ hearing: event.hearing }) },
    },
    'filter.change': {
      actions: { type: 'keepFilter', params: ({ event }) => ({ filter: event.filter }) },
    },
    'stream.clear': { actions: 'clearEvents' },
  },
  states: {
    listening: {
      description: 'The line is asked for or there.',
      initial: 'connecting',
      invoke: {
        id: 'hear',
        src: 'hear',
        input: ({ context }) => ({ ...context.hearing, cursor: context.cursor }),
      },
      on: {
        'stream.lost': { target: 'broken', actions: 'countBreak' },
        'stream.refused': {
          target: 'refused',
          actions: { type: 'keepProblem', params: ({ event }) => ({ error: event.error }) },
        },
        'stream.pause': 'paused',
        'network.lost': 'offline',
      },
      states: {
        connecting: {
          description: 'The line is being opened.',
          tags: 'busy',
          on: { 'stream.opened': { target: 'live', actions: 'clearBreaks' } },
        },
        live: {
          description: 'Events appear as they come in.',
          tags: 'live',
          on: {
            'stream.told': [
              {
                guard: 'hasParent',
                actions: [
                  { type: 'keepEvents', params: ({ event }) => event },
                  { type: 'tellHeard', params: ({ event }) => event },
                ],
              },
              { actions: { type: 'keepEvents', params: ({ event }) => event } },
            ],
            'stream.rejected': [
              {
                guard: 'hasParent',
                actions: [
                  { type: 'keepRefusal', params: ({ event }) => event },
                  { type: 'tellRejected', params: ({ event }) => event },
                ],
              },
              { actions: { type: 'keepRefusal', params: ({ event }) => event } },
            ],
            'stream.skipped': { actions: 'countGap' },
            'stream.reached': {
              actions: { type: 'keepCursor', params: ({ event }) => ({ cursor: event.cursor }) },
            },
          },
        },
      },
    },
    paused: {
      description: 'Somebody reads what is there; what comes in meanwhile is told afterwards.',
      on: { 'stream.resume': 'listening' },
    },
    broken: {
      description: 'The line broke; it is taken up again in a while.',
      tags: 'failed',
      after: { backOff: 'listening' },
      on: {
        retry: 'listening',
        'stream.pause': 'paused',
        'network.returned': 'listening',
        'network.lost': 'offline',
      },
    },
    offline: {
      description: 'This device has no network.',
      tags: 'failed',
      on: { retry: 'listening', 'stream.pause': 'paused', 'network.returned': 'listening' },
    },
    refused: {
      description: 'The server said why there is nothing to hear.',
      tags: 'failed',
      on: { retry: 'listening' },
    },
  },
});

export type PixelStreamActor = ActorRefFrom<typeof pixelStreamMachine>;
export type PixelStreamSnapshot = SnapshotFrom<typeof pixelStreamMachine>;

const startOf = (input: Input): Context => ({
  ...input,
  filter: { side: null, name: '', affid: '' },
  events: [],
  refusals: {},
  cursor: null,
  gaps: 0,
  breaks: 0,
  problem: null,
});

/** An event that is told again is there once, as it was told last. */
const withEvents = (
  events: readonly CollectedEvent[],
  told: readonly CollectedEvent[],
): CollectedEvent[] => {
  const latestFirst = [...told.toReversed(), ...events];
  const known = new Set<string>();
  return latestFirst.filter(({ uid }) => known.size < known.add(uid).size).slice(0, mostEvents);
};
