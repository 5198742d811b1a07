import { type ActorRefFrom, assign, type SnapshotFrom, sendTo, setup } from 'xstate';
import type {
  MasterPixel,
  Snippet,
  SnippetKind,
  Verified,
} from '#contract/master-pixels/schemas.ts';
import type { CollectedEvent } from '#contract/master-pixels/stream.ts';
import { type Problem, problemFrom } from '#contract/problem.ts';
import type { StreamScope } from '#model/pixel-stream.ts';
import { injected } from '../kit/injected.ts';
import { siteOf } from './pixel-site.ts';
import { pixelStreamMachine } from './pixel-stream.ts';

/** A pixel and its snippets of each kind. */
export type Installation = { pixel: MasterPixel; snippets: Record<SnippetKind, Snippet> };

type Input = { id: number };
type Context = Input & {
  installation: Installation | null;
  kind: SnippetKind;
  /** The code that was copied last. */
  copied: string | null;
  /** The page that was checked last. */
  url: string;
  verified: Verified | null;
  /** The first event that arrived. */
  event: CollectedEvent | null;
  /** The reasons of rejected events, latest first. */
  rejected: string[];
  problem: Problem | null;
};
type Event =
  | { type: 'retry' }
  | { type: 'kind.choose'; kind: SnippetKind }
  | { type: 'code.copy'; code: string }
  | { type: 'code.copied'; code: string }
  | { type: 'listen.start' }
  | { type: 'snippet.show' }
  | { type: 'page.verify'; url: string }
  | { type: 'page.leave' }
  | { type: 'troubleshooting.show' }
  | { type: 'event.received'; events: readonly CollectedEvent[] }
  | { type: 'event.rejected'; reason: string }
  | { type: 'domain.limit' }
  | { type: 'domain.skip' };

/**
 * The stream is open from the start, so that a snippet which is already installed is found at once. After ten minutes
 * without an event the page explains what may be wrong, and the stream stays open.
 */
export const pixelInstallMachine = setup({
  types: {} as {
    context: Context;
    events: Event;
    input: Input;
    tags: 'busy' | 'failed' | 'open' | 'listening';
    children: {
      readInstallation: 'readInstallation';
      stream: 'stream';
      verifyPage: 'verifyPage';
      readDomains: 'readDomains';
      limitDomains: 'limitDomains';
    };
  },
  actors: {
    readInstallation: injected<Installation, { id: number }>('readInstallation'),
    stream: pixelStreamMachine,
    verifyPage: injected<Verified, { id: number; url: string }>('verifyPage'),
    readDomains: injected<MasterPixel, { id: number }>('readDomains'),
    limitDomains: injected<MasterPixel, { id: number; domains: string[] }>('limitDomains'),
  },
  actions: {
    keepInstallation: assign({
      installation: (_, params: { installation: Installation }) => params.installation,
    }),
    keepPixel: assign({
      installation: ({ context }, params: { pixel: MasterPixel }) =>
        context.installation && { ...context.installation, pixel: params.pixel },
    }),
    keepKind: assign({ kind: (_, params: { kind: SnippetKind }) => params.kind }),
    copyCode: (_, _params: { code: string }) => {},
    keepCopied: assign({ copied: (_, params: { code: string }) => params.code }),
    sendScope: sendTo('stream', ({ context }) => ({
      type: 'scope.change' as const,
      scope: scopeOf(context),
    })),
    keepUrl: assign({ url: (_, params: { url: string }) => params.url, verified: null }),
    keepVerified: assign({ verified: (_, params: { verified: Verified }) => params.verified }),
    keepFirst: assign({
      event: ({ context }, params: { events: readonly CollectedEvent[] }) =>
        firstNewEvent(context, params.events),
    }),
    keepRejected: assign({
      rejected: ({ context }, params: { reason: string }) => [
        params.reason,
        ...context.rejected.filter((reason) => reason !== params.reason),
      ],
    }),
    keepProblem: assign({ problem: (_, params: { error: unknown }) => problemFrom(params.error) }),
    clearProblem: assign({ problem: null }),
  },
  guards: {
    isMissing: (_, params: { error: unknown }) => problemFrom(params.error).kind === 'missing',
    hasNew: ({ context }, params: { events: readonly CollectedEvent[] }) =>
      firstNewEvent(context, params.events) !== null,
    isFound: (_, params: { verified: Verified }) => params.verified.verdict === 'found',
    isLimited: ({ context }, params: { pixel: MasterPixel }) =>
      params.pixel.domains.length > 0 || siteOf(context.event) === null,
  },
  delays: { troubleshootAfter: 600_000, seenFor: 1_500 },
}).createMachine({
  id: 'pixelInstall',
  description: 'The installation of a pixel on a page, up to its first event.',
  context: ({ input }) => startOf(input),
  initial: 'reading',
  states: {
    reading: {
      description: 'The pixel is loading.',
      tags: 'busy',
      entry: 'clearProblem',
      invoke: {
        id: 'readInstallation',
        src: 'readInstallation',
        input: ({ context }) => ({ id: context.id }),
        onDone: {
          target: 'open',
          actions: {
            type: 'keepInstallation',
            params: ({ event }) => ({ installation: event.output }),
          },
        },
        onError: [
          {
            guard: { type: 'isMissing', params: ({ event }) => ({ error: event.error }) },
            target: 'missing',
          },
          {
            target: 'failed',
            actions: { type: 'keepProblem', params: ({ event }) => ({ error: event.error }) },
          },
        ],
      },
    },
    missing: { description: 'The pixel does not exist, or the member may not see it.' },
    failed: {
      description: 'The pixel could not be loaded.',
      tags: 'failed',
      on: { retry: 'reading' },
    },
    open: {
      description: 'The first event has not arrived yet.',
      tags: 'open',
      initial: 'showingSnippet',
      invoke: {
        id: 'stream',
        src: 'stream',
        input: ({ context, self }) => ({ scope: scopeOf(context), parent: self }),
      },
      on: {
        'kind.choose': {
          target: '.showingSnippet',
          actions: [
            { type: 'keepKind', params: ({ event }) => ({ kind: event.kind }) },
            'sendScope',
          ],
        },
        'code.copy': {
          actions: { type: 'copyCode', params: ({ event }) => ({ code: event.code }) },
        },
        'code.copied': {
          actions: { type: 'keepCopied', params: ({ event }) => ({ code: event.code }) },
        },
        'page.verify': {
          target: '.listening.fetchingUrl',
          actions: { type: 'keepUrl', params: ({ event }) => ({ url: event.url }) },
        },
        'event.received': {
          guard: { type: 'hasNew', params: ({ event }) => event },
          target: 'firstEventSeen',
          actions: { type: 'keepFirst', params: ({ event }) => event },
        },
        'event.rejected': {
          actions: { type: 'keepRejected', params: ({ event }) => ({ reason: event.reason }) },
        },
      },
      states: {
        showingSnippet: {
          description: 'The snippet is on screen.',
          on: { 'listen.start': 'listening' },
        },
        listening: {
          description: 'The snippet is installed, and the stream waits for the first event.',
          tags: 'listening',
          initial: 'waiting',
          after: { troubleshootAfter: 'troubleshooting' },
          on: { 'snippet.show': 'showingSnippet', 'troubleshooting.show': 'troubleshooting' },
          states: {
            waiting: {
              description: 'A page can be checked meanwhile.',
            },
            fetchingUrl: {
              description: 'The server looks for the pixel on a page.',
              tags: 'busy',
              entry: 'clearProblem',
              on: { 'page.leave': 'waiting' },
              invoke: {
                id: 'verifyPage',
                src: 'verifyPage',
                input: ({ context }) => ({ id: context.id, url: context.url }),
                onDone: [
                  {
                    guard: {
                      type: 'isFound',
                      params: ({ event }) => ({ verified: event.output }),
                    },
                    target: 'found',
                    actions: {
                      type: 'keepVerified',
                      params: ({ event }) => ({ verified: event.output }),
                    },
                  },
                  {
                    target: 'notFound',
                    actions: {
                      type: 'keepVerified',
                      params: ({ event }) => ({ verified: event.output }),
                    },
                  },
                ],
                onError: {
                  target: 'unverified',
                  actions: { type: 'keepProblem', params: ({ event }) => ({ error: event.error }) },
                },
              },
            },
            found: { description: 'The page has the pixel; a visit to the page is still missing.' },
            notFound: { description: 'The pixel is not on the page, or the page blocks it.' },
            unverified: {
              description: 'The page could not be checked.',
              tags: 'failed',
              on: { retry: 'fetchingUrl' },
            },
          },
        },
        troubleshooting: {
          description: 'No event arrived for a long time: the page lists likely reasons.',
          tags: 'listening',
          on: { 'snippet.show': 'showingSnippet', 'listen.start': 'listening' },
        },
      },
    },
    firstEventSeen: {
      description: 'The pixel works; the first event is shown for a moment.',
      after: { seenFor: 'checkingDomain' },
    },
    checkingDomain: {
      description: 'Reading whether the key is limited to certain sites.',
      tags: 'busy',
      entry: 'clearProblem',
      invoke: {
        id: 'readDomains',
        src: 'readDomains',
        input: ({ context }) => ({ id: context.id }),
        onDone: [
          {
            guard: { type: 'isLimited', params: ({ event }) => ({ pixel: event.output }) },
            target: 'active',
            actions: { type: 'keepPixel', params: ({ event }) => ({ pixel: event.output }) },
          },
          {
            target: 'unlimited',
            actions: { type: 'keepPixel', params: ({ event }) => ({ pixel: event.output }) },
          },
        ],
        onError: {
          target: 'unchecked',
          actions: { type: 'keepProblem', params: ({ event }) => ({ error: event.error }) },
        },
      },
    },
    unchecked: {
      description: 'The pixel works; its sites could not be read or saved.',
      tags: 'failed',
      on: { retry: 'checkingDomain', 'domain.skip': 'active' },
    },
    unlimited: {
      description: 'Any site may use the key.',
      on: { 'domain.limit': 'limiting', 'domain.skip': 'active' },
    },
    limiting: {
      description: "The key is being limited to the event's site.",
      tags: 'busy',
      invoke: {
        id: 'limitDomains',
        src: 'limitDomains',
        input: ({ context }) => ({ id: context.id, domains: sitesOf(context) }),
        onDone: {
          target: 'active',
          actions: { type: 'keepPixel', params: ({ event }) => ({ pixel: event.output }) },
        },
        onError: {
          target: 'unchecked',
          actions: { type: 'keepProblem', params: ({ event }) => ({ error: event.error }) },
        },
      },
      on: { 'domain.skip': 'active' },
    },
    active: { description: 'The installation is complete.' },
  },
});

export type PixelInstallActor = ActorRefFrom<typeof pixelInstallMachine>;
export type PixelInstallSnapshot = SnapshotFrom<typeof pixelInstallMachine>;

const startOf = (input: Input): Context => ({
  ...input,
  installation: null,
  kind: 'html',
  copied: null,
  url: '',
  verified: null,
  event: null,
  rejected: [],
  problem: null,
});

/**
 * Server events carry no pixel key, so the stream covers every server event of the project; the event itself names its
 * pixel.
 */
function scopeOf({ installation, kind }: Context): StreamScope {
  if (!installation) throw new Error('An event was waited for without a pixel.');
  const { id, project } = installation.pixel;
  return kind === 's2s'
    ? { project, pixel: null, side: 'server' }
    : { project, pixel: id, side: null };
}

/**
 * The first event newer than the snippets: the stream begins with earlier events, and the time of the last one is only
 * known to the second. A click of a tracking link names no page, and a test may come from this installation itself:
 * neither tells that the snippet is on a page.
 */
function firstNewEvent(
  { installation, kind }: Context,
  events: readonly CollectedEvent[],
): CollectedEvent | null {
  const { last_seen_at: last = null, event_name: own } = installation?.pixel ?? {};
  const since = last === null ? Number.NEGATIVE_INFINITY : Date.parse(last) + 1_000;
  return (
    events.find(
      (event) =>
        Date.parse(event.received_at) > since &&
        !event.is_test &&
        (kind === 's2s' ? event.event_name === own : siteOf(event) !== null),
    ) ?? null
  );
}

function sitesOf({ event }: Context): string[] {
  const site = siteOf(event);
  return site === null ? [] : [site];
}
