import { type ActorRefFrom, assign, type SnapshotFrom, setup } from 'xstate';
import type { Pixel } from '#contract/pixel.ts';
import { type Problem, problemFrom } from '#contract/problem.ts';
import { injected, optionalListener } from './injected.ts';
import {
  bodyOf,
  draftFor,
  faultsOf,
  keyOf,
  type Opened,
  type PixelDraft,
  type PixelEvent,
  type PixelPlace,
} from './pixel-rules.ts';

/** What the editor begins with: a pixel, unless it is an empty new one, and the events of the project. */
export type OpenedPixel = { pixel: Pixel | null; events: PixelEvent[] };
/** `drafts` were kept from before. */
type Input = { place: PixelPlace; drafts?: Record<string, PixelDraft> };
type Context = {
  place: PixelPlace;
  opened: Opened | null;
  /** As the server has it; null for a new one. */
  pixel: Pixel | null;
  events: PixelEvent[];
  /** What the draft began as. */
  basis: PixelDraft | null;
  draft: PixelDraft | null;
  /** What was changed and not saved, by what was open. */
  drafts: Record<string, PixelDraft>;
  /** The fields that were left, whose faults are said. */
  touched: readonly string[];
  problem: Problem | null;
};
type Event =
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
 * What was changed outlives the editor: it is there again when the same pixel is opened again. A change that others made
 * meanwhile is never written over unasked: `conflict` waits for the choice.
 */
export const pixelEditorMachine = setup({
  types: {} as {
    context: Context;
    events: Event;
    input: Input;
    tags: 'busy' | 'open' | 'showing' | 'failed';
    children: { openPixel: 'openPixel'; savePixel: 'savePixel'; network: 'network' };
  },
  actors: {
    openPixel: injected<OpenedPixel, { slug: string; opened: Opened }>('openPixel'),
    savePixel: injected<Pixel, { id: number | null; body: Record<string, unknown> }>('savePixel'),
    network: optionalListener<{ type: 'network.returned' }>(),
  },
  actions: {
    keepPlace: assign({ place: (_, params: { place: PixelPlace }) => params.place }),
    keepOpened: assign({ opened: (_, params: { opened: Opened }) => params.opened }),
    keepAnswer: assign(({ context }, { answer }: { answer: OpenedPixel }) => {
      const { opened, place, drafts } = context;
      const basis = draftFor(opened, answer.pixel, answer.events, place);
      return {
        events: answer.events,
        pixel: opened?.kind === 'one' ? answer.pixel : null,
        basis,
        draft: drafts[keyOf(opened)] ?? basis,
      };
    }),
    keepNewer: assign({ pixel: (_, params: { answer: OpenedPixel }) => params.answer.pixel }),
    keepChange: assign(({ context }, params: { change: Partial<PixelDraft> }) => {
      if (!context.draft) return {};
      const draft = { ...context.draft, ...params.change };
      return { draft, drafts: { ...context.drafts, [keyOf(context.opened)]: draft } };
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
    dropDraft: assign({ drafts: ({ context }) => without(context.drafts, keyOf(context.opened)) }),
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
    clearProblem: assign({ problem: null, touched: [] }),
    offerReturn: () => {},
    showSaved: (_, _params: { id: number }) => {},
  },
  guards: {
    isMissing: (_, params: { error: unknown }) => problemFrom(params.error).kind === 'missing',
    isConflict: (_, params: { error: unknown }) => problemFrom(params.error).kind === 'conflict',
    isAnother: ({ context }, params: { opened: Opened }) =>
      keyOf(context.opened) !== keyOf(params.opened),
    isChanged: ({ context }) => keyOf(context.opened) in context.drafts,
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
  invoke: { id: 'network', src: 'network' },
  initial: 'closed',
  on: {
    'place.change': {
      actions: { type: 'keepPlace', params: ({ event }) => ({ place: event.place }) },
    },
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
              actions: { type: 'keepChange', params: ({ event }) => ({ change: event.change }) },
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
              actions: ['returnToBasis', 'dropDraft'],
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
            'conflict.take': { target: 'loading', actions: 'dropDraft' },
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

function without(drafts: Record<string, PixelDraft>, key: string): Record<string, PixelDraft> {
  const { [key]: _, ...others } = drafts;
  return others;
}
