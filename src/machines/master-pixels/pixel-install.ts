import { type ActorRefFrom, assign, type SnapshotFrom, sendTo, setup } from 'xstate';
import type {
  MasterPixel,
  Snippet,
  SnippetKind,
  Verified,
} from '#contract/master-pixels/schemas.ts';
import type { CollectedEvent } from '#contract/master-pixels/stream.ts';
import { type Problem, problemFrom } from '#contract/problem.ts';
import { injected } from '../kit/injected.ts';
import { siteOf } from './pixel-site.ts';
import { type Hearing, pixelStreamMachine } from './pixel-stream.ts';

/** A pixel, and what to paste of it in each way. */
export type Installation = { pixel: MasterPixel; snippets: Record<SnippetKind, Snippet> };

type Input = { id: number };
type Context = Input & {
  installation: Installation | null;
  kind: SnippetKind;
  /** What was copied last. */
  copied: string | null;
  /** The page that was looked at last. */
  url: string;
  verified: Verified | null;
  /** The first event that came. */
  event: CollectedEvent | null;
  /** Why what came was not taken, the latest first. */
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
  | { type: 'trouble.show' }
  | { type: 'event.heard'; events: readonly CollectedEvent[] }
  | { type: 'event.rejected'; reason: string }
  | { type: 'domain.limit' }
  | { type: 'domain.skip' };

/**
 * A pixel on its way to a page: from what to paste to the first event that comes.
 *
 * It listens from the beginning: whoever has pasted already is done. Where nothing comes within ten minutes, it goes
 * through what may be wrong, and listens on.
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
    tellStream: sendTo('stream', ({ context }) => ({
      type: 'hearing.change' as const,
      hearing: hearingOf(context),
    })),
    keepUrl: assign({ url: (_, params: { url: string }) => params.url, verified: null }),
    keepVerified: assign({ verified: (_, params: { verified: Verified }) => params.verified }),
    keepFirst: assign({
      event: ({ context }, params: { events: readonly CollectedEvent[] }) =>
        firstNew(context, params.events),
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
      firstNew(context, params.events) !== null,
    isFound: (_, params: { verified: Verified }) => params.verified.verdict === 'found',
    isLimited: ({ context }, params: { pixel: MasterPixel }) =>
      params.pixel.domains.length > 0 || siteOf(context.event) === null,
  },
  delays: { troubleAfter: 600_000, seenFor: 1_500 },
}).createMachine({
  id: 'pixelInstall',
  description: 'A pixel on its way to a page.',
  context: ({ input }) => startOf(input),
  initial: 'reading',
  states: {
    reading: {
      description: 'The pixel is on its way.',
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
    missing: { description: 'There is no such pixel, or it is not theirs.' },
    failed: {
      description: 'The pixel could not be read.',
      tags: 'failed',
      on: { retry: 'reading' },
    },
    open: {
      description: 'The first event is waited for.',
      tags: 'open',
      initial: 'showingSnippet',
      invoke: {
        id: 'stream',
        src: 'stream',
        input: ({ context, self }) => ({ hearing: hearingOf(context), parent: self }),
      },
      on: {
        'kind.choose': {
          target: '.showingSnippet',
          actions: [
            { type: 'keepKind', params: ({ event }) => ({ kind: event.kind }) },
            'tellStream',
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
        'event.heard': {
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
          description: 'The code to paste is on screen.',
          on: { 'listen.start': 'listening' },
        },
        listening: {
          description: 'The person has pasted it.',
          tags: 'listening',
          initial: 'waiting',
          after: { troubleAfter: 'troubleshooting' },
          on: { 'snippet.show': 'showingSnippet', 'trouble.show': 'troubleshooting' },
          states: {
            waiting: {
              description: 'A page can be looked at meanwhile.',
            },
            fetchingUrl: {
              description: 'The server looks for the pixel in a page.',
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
            found: { description: 'The page has it; now somebody has to visit the page.' },
            notFound: { description: 'The page has it not, or keeps it from working.' },
            unverified: {
              description: 'The page could not be looked at.',
              tags: 'failed',
              on: { retry: 'fetchingUrl' },
            },
          },
        },
        troubleshooting: {
          description: 'Nothing came for long: what may be wrong, most likely first.',
          tags: 'listening',
          on: { 'snippet.show': 'showingSnippet', 'listen.start': 'listening' },
        },
      },
    },
    firstEventSeen: {
      description: 'It works; the event is shown for a moment.',
      after: { seenFor: 'checkingDomain' },
    },
    checkingDomain: {
      description: 'Whether other sites may use the key, too.',
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
      description: 'It works; which sites may use it could not be read or set.',
      tags: 'failed',
      on: { retry: 'checkingDomain', 'domain.skip': 'active' },
    },
    unlimited: {
      description: 'Any site may use the key.',
      on: { 'domain.limit': 'limiting', 'domain.skip': 'active' },
    },
    limiting: {
      description: 'The key is being limited to the site.',
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
    active: { description: 'All is done.' },
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

/** What a server reports carries no key of a pixel: every server of the project is heard, and the event tells whose it is. */
function hearingOf({ installation, kind }: Context): Hearing {
  if (!installation) throw new Error('An event was waited for without a pixel.');
  const { id, project } = installation.pixel;
  return kind === 's2s'
    ? { project, pixel: null, side: 'server' }
    : { project, pixel: id, side: null };
}

/** A stream begins with the latest that came before; the time of the last one is known to the second. */
function firstNew(
  { installation, kind }: Context,
  events: readonly CollectedEvent[],
): CollectedEvent | null {
  const { last_seen_at: last = null, event_name: own } = installation?.pixel ?? {};
  const since = last === null ? Number.NEGATIVE_INFINITY : Date.parse(last) + 1_000;
  return (
    events.find(
      ({ received_at, event_name }) =>
        Date.parse(received_at) > since && (kind !== 's2s' || event_name === own),
    ) ?? null
  );
}

function sitesOf({ event }: Context): string[] {
  const site = siteOf(event);
  return site === null ? [] : [site];
}
