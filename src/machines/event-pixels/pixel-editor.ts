import { type ActorRefFrom, assign, type SnapshotFrom, setup } from 'xstate';
import type { Pixel } from '#contract/event-pixels/schemas.ts';
import { type Problem, problemFrom } from '#contract/problem.ts';
import { injected, optionalListener, type Recovery } from '../kit/injected.ts';
import {
  bodyOf,
  draftFor,
  draftKeyOf,
  faultsOf,
  type KeptDraft,
  keyOf,
  type Opened,
  ownDrafts,
  type PixelDraft,
  type PixelEvent,
  type PixelPlace,
} from './pixel-model.ts';

/** What the editor begins with: a pixel, unless it is an empty new one, and the events of the project. */
export type OpenedPixel = { pixel: Pixel | null; events: PixelEvent[] };
/** `drafts` were kept from before. */
type Input = { place: PixelPlace; drafts?: Record<string, KeptDraft> };
/** What was kept while the screen was left, of whoever wrote it. */
export type DraftsRecalled = { type: 'drafts.recalled'; drafts: Record<string, KeptDraft> };
type Context = {
  place: PixelPlace;
  opened: Opened | null;
  /** As the server has it; null for a new one. */
  pixel: Pixel | null;
  events: PixelEvent[];
  /** What the draft began as. */
  basis: PixelDraft | null;
  draft: PixelDraft | null;
  /** What this member changed and did not save, by what was open. */
  drafts: Record<string, KeptDraft>;
  /** The fields that were left, whose faults are said. */
  touched: readonly string[];
  problem: Problem | null;
};
type Event =
  | DraftsRecalled
  | { type: 'place.change'; place: PixelPlace }
  | { type: 'editor.open'; opened: Opened }
  | { type: 'editor.close' }
  | { type: 'draft.change'; change: Partial<PixelDraft> }
  | { type: 'draft.save' }
  | { type: 'draft.discard' }
  | { type: 'field.leave'; field: string }
  | { type: 'conflict.take' }
  | { type: 'conflict.keep' }
  | { type: 'retry' }
  | { type: 'network.returned' };

/**
 * One event pixel that is written, from its opening to what the server said.
 *
 * What was changed outlives the editor and its screen: it is there again when the same pixel is opened again. A change
 * that others made meanwhile is never written over unasked: `conflict` waits for the choice. A pixel stays with its
 * project: another one closes it.
 */
export const pixelEditorMachine = setup({
  types: {} as {
    context: Context;
    events: Event;
    input: Input;
    tags: 'busy' | 'open' | 'showing' | 'failed';
    children: {
      openPixel: 'openPixel';
      savePixel: 'savePixel';
      keptDrafts: 'keptDrafts';
      network: 'network';
    };
  },
  actors: {
    openPixel: injected<OpenedPixel, { slug: string; opened: Opened }>('openPixel'),
    savePixel: injected<Pixel, { id: number | null; body: Record<string, unknown> }>('savePixel'),
    keptDrafts: optionalListener<DraftsRecalled>(),
    network: optionalListener<Recovery>(),
  },
  actions: {
    keepDrafts: assign({
      drafts: ({ context }, params: { drafts: Record<string, KeptDraft> }) => ({
        ...ownDrafts(params.drafts, context.place),
        ...context.drafts,
      }),
    }),
    keepPlace: assign({ place: (_, params: { place: PixelPlace }) => params.place }),
    keepOpened: assign({ opened: (_, params: { opened: Opened }) => params.opened }),
    keepAnswer: assign(({ context }, { answer }: { answer: OpenedPixel }) => {
      const { opened, place, drafts } = context;
      const basis = draftFor(opened, answer.pixel, answer.events, place);
      return {
        events: answer.events,
        pixel: opened?.kind === 'one' ? answer.pixel : null,
        basis,
        draft: drafts[draftKeyOf(place, opened)]?.draft ?? basis,
      };
    }),
    keepNewer: assign({ pixel: (_, params: { answer: OpenedPixel }) => params.answer.pixel }),
    keepChange: assign(({ context }, params: { change: Partial<PixelDraft> }) => {
      if (!context.draft) return {};
      const draft = { ...context.draft, ...params.change };
      const { place, opened, drafts, pixel } = context;
      const kept = { draft, version: pixel?.updated_at ?? null };
      return { draft, drafts: { ...drafts, [draftKeyOf(place, opened)]: kept } };
    }),
    /** Whose version counts is still open, so the draft stays one of the version that it began from. */
    keepDisputed: assign(({ context }, params: { change: Partial<PixelDraft> }) => {
      if (!context.draft) return {};
      const draft = { ...context.draft, ...params.change };
      const { place, opened, drafts, pixel } = context;
      const key = draftKeyOf(place, opened);
      const version = drafts[key]?.version ?? pixel?.updated_at ?? null;
      return { draft, drafts: { ...drafts, [key]: { draft, version } } };
    }),
    keepTouched: assign({
      touched: ({ context }, params: { field: string }) => [...context.touched, params.field],
    }),
    touchAll: assign({
      touched: ({ context }) => (context.draft ? Object.keys(faultsOf(context.draft)) : []),
    }),
    keepSaved: assign(({ context }, { pixel }: { pixel: Pixel }) => {
      const opened: Opened = { kind: 'one', id: pixel.id };
      const draft = draftFor(opened, pixel, context.events, context.place);
      return { pixel, opened, basis: draft, draft, touched: [] };
    }),
    dropDraft: assign({
      drafts: ({ context: { drafts, place, opened } }) =>
        without(drafts, draftKeyOf(place, opened)),
    }),
    returnToBasis: assign({ draft: ({ context }) => context.basis, touched: [] }),
    clearPixel: assign({
      opened: null,
      pixel: null,
      basis: null,
      draft: null,
      touched: [],
      problem: null,
    }),
    keepProblem: assign({ problem: (_, params: { error: unknown }) => problemFrom(params.error) }),
    keepOutdated: assign({
      problem: { kind: 'conflict', message: 'Someone else changed this pixel meanwhile.' },
    }),
    clearProblem: assign({ problem: null, touched: [] }),
    rememberDrafts: () => {},
    offerReturn: () => {},
    showSaved: (_, _params: { id: number }) => {},
  },
  guards: {
    isElsewhere: ({ context }, params: { place: PixelPlace }) =>
      context.place.project !== params.place.project,
    isMissing: (_, params: { error: unknown }) => problemFrom(params.error).kind === 'missing',
    /** A new pixel has nobody else's changes: it is only being created already, and can be saved again. */
    isConflict: ({ context }, params: { error: unknown }) =>
      context.pixel !== null && problemFrom(params.error).kind === 'conflict',
    isAnother: ({ context }, params: { opened: Opened }) =>
      keyOf(context.opened) !== keyOf(params.opened),
    isChanged: ({ context: { drafts, place, opened } }) => draftKeyOf(place, opened) in drafts,
    isOutdated: ({ context }, { answer }: { answer: OpenedPixel }) => {
      const kept = context.drafts[draftKeyOf(context.place, context.opened)];
      const { opened } = context;
      return kept && opened?.kind === 'one' ? kept.version !== answer.pixel?.updated_at : false;
    },
    isValid: ({ context }) =>
      context.draft !== null && Object.keys(faultsOf(context.draft)).length === 0,
  },
  delays: { shownFor: 4_000 },
}).createMachine({
  id: 'pixelEditor',
  description: 'One event pixel that is written.',
  context: ({ input }) => ({
    place: input.place,
    opened: null,
    pixel: null,
    events: [],
    basis: null,
    draft: null,
    drafts: input.drafts ?? {},
    touched: [],
    problem: null,
  }),
  invoke: [
    { id: 'keptDrafts', src: 'keptDrafts' },
    { id: 'network', src: 'network' },
  ],
  initial: 'closed',
  on: {
    'drafts.recalled': {
      actions: { type: 'keepDrafts', params: ({ event }) => ({ drafts: event.drafts }) },
    },
    'place.change': [
      {
        guard: { type: 'isElsewhere', params: ({ event }) => ({ place: event.place }) },
        target: '.closed',
        actions: { type: 'keepPlace', params: ({ event }) => ({ place: event.place }) },
      },
      { actions: { type: 'keepPlace', params: ({ event }) => ({ place: event.place }) } },
    ],
  },
  states: {
    closed: {
      description: 'Nothing is open. What was changed and not saved is kept.',
      entry: 'clearPixel',
      on: {
        'editor.open': {
          target: 'open',
          actions: { type: 'keepOpened', params: ({ event }) => ({ opened: event.opened }) },
        },
      },
    },
    open: {
      description: 'A pixel is open.',
      tags: 'open',
      initial: 'loading',
      on: {
        'editor.open': {
          guard: { type: 'isAnother', params: ({ event }) => ({ opened: event.opened }) },
          target: '.loading',
          actions: { type: 'keepOpened', params: ({ event }) => ({ opened: event.opened }) },
        },
        'editor.close': [
          { guard: 'isChanged', target: 'closed', actions: 'offerReturn' },
          { target: 'closed' },
        ],
      },
      states: {
        loading: {
          description: 'It is on its way.',
          tags: 'busy',
          entry: 'clearProblem',
          on: { 'network.returned': { target: 'loading', reenter: true } },
          invoke: {
            id: 'openPixel',
            src: 'openPixel',
            input: ({ context }) => askedOf(context),
            onDone: [
              {
                guard: { type: 'isOutdated', params: ({ event }) => ({ answer: event.output }) },
                target: 'conflict',
                actions: [
                  { type: 'keepAnswer', params: ({ event }) => ({ answer: event.output }) },
                  'keepOutdated',
                ],
              },
              {
                guard: 'isChanged',
                target: 'editing.changed',
                actions: { type: 'keepAnswer', params: ({ event }) => ({ answer: event.output }) },
              },
              {
                target: 'editing',
                actions: { type: 'keepAnswer', params: ({ event }) => ({ answer: event.output }) },
              },
            ],
            onError: [
              {
                guard: { type: 'isMissing', params: ({ event }) => ({ error: event.error }) },
                target: 'notFound',
              },
              {
                target: 'failed',
                actions: { type: 'keepProblem', params: ({ event }) => ({ error: event.error }) },
              },
            ],
          },
        },
        notFound: { description: 'There is no such pixel, or it is not theirs to see.' },
        failed: {
          description: 'The pixel could not be read.',
          tags: 'failed',
          on: { retry: 'loading', 'network.returned': 'loading' },
        },
        editing: {
          description: 'It can be changed and saved.',
          tags: 'showing',
          initial: 'unchanged',
          on: {
            'draft.change': {
              target: '.changed',
              actions: [
                { type: 'keepChange', params: ({ event }) => ({ change: event.change }) },
                'rememberDrafts',
              ],
            },
            'field.leave': {
              actions: { type: 'keepTouched', params: ({ event }) => ({ field: event.field }) },
            },
            'draft.save': [
              { guard: 'isValid', target: 'saving' },
              { target: '.changed', actions: 'touchAll' },
            ],
            'draft.discard': {
              target: '.unchanged',
              actions: ['returnToBasis', 'dropDraft', 'rememberDrafts'],
            },
          },
          states: {
            unchanged: { description: 'The form is as the server has it.' },
            changed: { description: 'Something was changed and is not saved.' },
            refused: {
              description: 'The pixel was not saved; the server said why.',
              tags: 'failed',
            },
            saved: {
              description: 'It was saved a moment ago.',
              after: { shownFor: 'unchanged' },
            },
          },
        },
        saving: {
          description: 'It is being saved.',
          tags: ['busy', 'showing'],
          invoke: {
            id: 'savePixel',
            src: 'savePixel',
            input: ({ context }) => savingOf(context),
            onDone: {
              target: 'editing.saved',
              actions: [
                'dropDraft',
                'rememberDrafts',
                'clearProblem',
                { type: 'keepSaved', params: ({ event }) => ({ pixel: event.output }) },
                { type: 'showSaved', params: ({ event }) => ({ id: event.output.id }) },
              ],
            },
            onError: [
              {
                guard: { type: 'isConflict', params: ({ event }) => ({ error: event.error }) },
                target: 'conflict',
                actions: { type: 'keepProblem', params: ({ event }) => ({ error: event.error }) },
              },
              {
                target: 'editing.refused',
                actions: { type: 'keepProblem', params: ({ event }) => ({ error: event.error }) },
              },
            ],
          },
        },
        conflict: {
          description: 'Somebody else changed the pixel meanwhile: theirs, or this?',
          tags: ['showing', 'failed'],
          on: {
            'draft.change': {
              actions: [
                { type: 'keepDisputed', params: ({ event }) => ({ change: event.change }) },
                'rememberDrafts',
              ],
            },
            'field.leave': {
              actions: { type: 'keepTouched', params: ({ event }) => ({ field: event.field }) },
            },
            'conflict.take': { target: 'loading', actions: ['dropDraft', 'rememberDrafts'] },
            'conflict.keep': 'rebasing',
          },
        },
        rebasing: {
          description: 'What somebody else saved is read, so that this can be saved after it.',
          tags: ['busy', 'showing'],
          invoke: {
            id: 'openPixel',
            src: 'openPixel',
            input: ({ context }) => askedOf(context),
            onDone: {
              target: 'saving',
              actions: { type: 'keepNewer', params: ({ event }) => ({ answer: event.output }) },
            },
            onError: {
              target: 'editing.refused',
              actions: { type: 'keepProblem', params: ({ event }) => ({ error: event.error }) },
            },
          },
        },
      },
    },
  },
});

export type PixelEditorActor = ActorRefFrom<typeof pixelEditorMachine>;
export type PixelEditorSnapshot = SnapshotFrom<typeof pixelEditorMachine>;

function askedOf({ place, opened }: Context): { slug: string; opened: Opened } {
  if (opened) return { slug: place.slug, opened };
  throw new Error('A pixel was asked for while none is open.');
}

function savingOf({ pixel, draft }: Context) {
  if (draft) return { id: pixel?.id ?? null, body: bodyOf(draft, pixel) };
  throw new Error('A pixel was saved while none is open.');
}

function without(drafts: Record<string, KeptDraft>, key: string): Record<string, KeptDraft> {
  const { [key]: _, ...others } = drafts;
  return others;
}
