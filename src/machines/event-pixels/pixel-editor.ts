import { type ActorRefFrom, assign, type SnapshotFrom, setup } from 'xstate';
import type { Pixel } from '#contract/event-pixels/schemas.ts';
import { type Problem, problemFrom } from '#contract/problem.ts';
import { injected, optionalListener, type RecoveryEvent } from '../kit/injected.ts';
import {
  bodyOf,
  draftFor,
  draftKeyOf,
  draftsOfMember,
  type EditorScope,
  type EditorTarget,
  faultsOf,
  keyOf,
  type PixelDraft,
  type PixelEvent,
  type StoredDraft,
} from './pixel-model.ts';

/** The data of the editor: the pixel (null for an empty new one) and the project's events. */
export type EditorData = { pixel: Pixel | null; events: PixelEvent[] };
/** `drafts` are unsaved drafts from an earlier visit. */
type Input = { place: EditorScope; drafts?: Record<string, StoredDraft> };
/** The unsaved drafts of all members, kept while the screen was closed. */
export type DraftsRecalledEvent = { type: 'drafts.recalled'; drafts: Record<string, StoredDraft> };
type Context = {
  place: EditorScope;
  opened: EditorTarget | null;
  /** The saved pixel; null for a new one. */
  pixel: Pixel | null;
  events: PixelEvent[];
  /** The form values without the member's changes. */
  original: PixelDraft | null;
  draft: PixelDraft | null;
  /** The member's unsaved drafts, by editor target. */
  drafts: Record<string, StoredDraft>;
  /** The fields that were left; only their errors are shown. */
  touched: readonly string[];
  problem: Problem | null;
};
type Event =
  | DraftsRecalledEvent
  | { type: 'place.change'; place: EditorScope }
  | { type: 'editor.open'; opened: EditorTarget }
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
 * An unsaved change survives the editor and the screen: it is there again when the same pixel is opened. A pixel that
 * someone else changed meanwhile is not overwritten without asking: `conflict` waits for the choice. Another project
 * closes the editor.
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
      recallDrafts: 'recallDrafts';
      network: 'network';
    };
  },
  actors: {
    openPixel: injected<EditorData, { slug: string; opened: EditorTarget }>('openPixel'),
    savePixel: injected<Pixel, { id: number | null; body: Record<string, unknown> }>('savePixel'),
    recallDrafts: optionalListener<DraftsRecalledEvent>(),
    network: optionalListener<RecoveryEvent>(),
  },
  actions: {
    keepDrafts: assign({
      drafts: ({ context }, params: { drafts: Record<string, StoredDraft> }) => ({
        ...draftsOfMember(params.drafts, context.place),
        ...context.drafts,
      }),
    }),
    keepScope: assign({ place: (_, params: { place: EditorScope }) => params.place }),
    keepTarget: assign({ opened: (_, params: { opened: EditorTarget }) => params.opened }),
    keepData: assign(({ context }, { answer }: { answer: EditorData }) => {
      const { opened, place, drafts } = context;
      const original = draftFor(opened, answer.pixel, answer.events, place);
      return {
        events: answer.events,
        pixel: opened?.kind === 'one' ? answer.pixel : null,
        original,
        draft: drafts[draftKeyOf(place, opened)]?.draft ?? original,
      };
    }),
    keepServerVersion: assign({
      pixel: (_, params: { answer: EditorData }) => params.answer.pixel,
    }),
    keepChange: assign(({ context }, params: { change: Partial<PixelDraft> }) => {
      if (!context.draft) return {};
      const draft = { ...context.draft, ...params.change };
      const { place, opened, drafts, pixel } = context;
      const kept = { draft, version: pixel?.updated_at ?? null };
      return { draft, drafts: { ...drafts, [draftKeyOf(place, opened)]: kept } };
    }),
    /** The conflict is not resolved yet, so the draft keeps the version that it began from. */
    keepConflictingChange: assign(({ context }, params: { change: Partial<PixelDraft> }) => {
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
      const opened: EditorTarget = { kind: 'one', id: pixel.id };
      const draft = draftFor(opened, pixel, context.events, context.place);
      return { pixel, opened, original: draft, draft, touched: [] };
    }),
    dropDraft: assign({
      drafts: ({ context: { drafts, place, opened } }) =>
        without(drafts, draftKeyOf(place, opened)),
    }),
    resetDraft: assign({ draft: ({ context }) => context.original, touched: [] }),
    clearPixel: assign({
      opened: null,
      pixel: null,
      original: null,
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
    offerToResume: () => {},
    showSaved: (_, _params: { id: number }) => {},
  },
  guards: {
    isElsewhere: ({ context }, params: { place: EditorScope }) =>
      context.place.project !== params.place.project,
    isMissing: (_, params: { error: unknown }) => problemFrom(params.error).kind === 'missing',
    /** A conflict on a new pixel only means that it is already being created; it can be saved again. */
    isConflict: ({ context }, params: { error: unknown }) =>
      context.pixel !== null && problemFrom(params.error).kind === 'conflict',
    isAnother: ({ context }, params: { opened: EditorTarget }) =>
      keyOf(context.opened) !== keyOf(params.opened),
    isChanged: ({ context: { drafts, place, opened } }) => draftKeyOf(place, opened) in drafts,
    isOutdated: ({ context }, { answer }: { answer: EditorData }) => {
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
  description: 'The editor of one event pixel.',
  context: ({ input }) => ({
    place: input.place,
    opened: null,
    pixel: null,
    events: [],
    original: null,
    draft: null,
    drafts: input.drafts ?? {},
    touched: [],
    problem: null,
  }),
  invoke: [
    { id: 'recallDrafts', src: 'recallDrafts' },
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
        actions: { type: 'keepScope', params: ({ event }) => ({ place: event.place }) },
      },
      { actions: { type: 'keepScope', params: ({ event }) => ({ place: event.place }) } },
    ],
  },
  states: {
    closed: {
      description: 'The editor is closed. Unsaved drafts are kept.',
      entry: 'clearPixel',
      on: {
        'editor.open': {
          target: 'open',
          actions: { type: 'keepTarget', params: ({ event }) => ({ opened: event.opened }) },
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
          actions: { type: 'keepTarget', params: ({ event }) => ({ opened: event.opened }) },
        },
        'editor.close': [
          { guard: 'isChanged', target: 'closed', actions: 'offerToResume' },
          { target: 'closed' },
        ],
      },
      states: {
        loading: {
          description: 'The pixel is loading.',
          tags: 'busy',
          entry: 'clearProblem',
          on: { 'network.returned': { target: 'loading', reenter: true } },
          invoke: {
            id: 'openPixel',
            src: 'openPixel',
            input: ({ context }) => requestOf(context),
            onDone: [
              {
                guard: { type: 'isOutdated', params: ({ event }) => ({ answer: event.output }) },
                target: 'conflict',
                actions: [
                  { type: 'keepData', params: ({ event }) => ({ answer: event.output }) },
                  'keepOutdated',
                ],
              },
              {
                guard: 'isChanged',
                target: 'editing.changed',
                actions: { type: 'keepData', params: ({ event }) => ({ answer: event.output }) },
              },
              {
                target: 'editing',
                actions: { type: 'keepData', params: ({ event }) => ({ answer: event.output }) },
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
        notFound: { description: 'The pixel does not exist, or the member may not see it.' },
        failed: {
          description: 'The pixel could not be loaded.',
          tags: 'failed',
          on: { retry: 'loading', 'network.returned': 'loading' },
        },
        editing: {
          description: 'The form is open.',
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
              actions: ['resetDraft', 'dropDraft', 'rememberDrafts'],
            },
          },
          states: {
            unchanged: { description: 'The form equals the saved pixel.' },
            changed: { description: 'The form has unsaved changes.' },
            refused: {
              description: "The pixel was not saved; the form shows the server's errors.",
              tags: 'failed',
            },
            saved: {
              description: 'The pixel was just saved.',
              after: { shownFor: 'unchanged' },
            },
          },
        },
        saving: {
          description: 'The pixel is being saved.',
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
          description: 'Another member changed the pixel meanwhile: the user chooses a version.',
          tags: ['showing', 'failed'],
          on: {
            'draft.change': {
              actions: [
                {
                  type: 'keepConflictingChange',
                  params: ({ event }) => ({ change: event.change }),
                },
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
          description:
            "The other member's version is loading, so that this one can be saved over it.",
          tags: ['busy', 'showing'],
          invoke: {
            id: 'openPixel',
            src: 'openPixel',
            input: ({ context }) => requestOf(context),
            onDone: {
              target: 'saving',
              actions: {
                type: 'keepServerVersion',
                params: ({ event }) => ({ answer: event.output }),
              },
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

function requestOf({ place, opened }: Context): { slug: string; opened: EditorTarget } {
  if (opened) return { slug: place.slug, opened };
  throw new Error('A pixel was asked for while none is open.');
}

function savingOf({ pixel, draft }: Context) {
  if (draft) return { id: pixel?.id ?? null, body: bodyOf(draft, pixel) };
  throw new Error('A pixel was saved while none is open.');
}

function without(drafts: Record<string, StoredDraft>, key: string): Record<string, StoredDraft> {
  const { [key]: _, ...others } = drafts;
  return others;
}
