import { type ActorRefFrom, assign, type SnapshotFrom, setup } from 'xstate';
import type { Terms, TermsPreview } from '#contract/offers/terms.ts';
import { type Problem, problemFrom } from '#contract/problem.ts';
import type { OfferScope, TermsDraft } from '#model/offer-detail.ts';
import { injected } from '../kit/injected.ts';
import type { Parent } from '../kit/parent.ts';

/** The terms of the offer are not what they were. */
export type TermsChangedEvent = { type: 'terms.changed' };

type Input = { scope: OfferScope; parent: Parent<TermsChangedEvent> };
type Context = Input & {
  draft: TermsDraft | null;
  preview: TermsPreview | null;
  problem: Problem | null;
};
type Event =
  | { type: 'terms.edit'; draft: TermsDraft }
  | { type: 'terms.preview'; draft: TermsDraft }
  | { type: 'terms.back' }
  | { type: 'terms.save' }
  | { type: 'terms.cancel' };

/**
 * New terms of an offer: the form, then who is affected, then the save. Terms cannot be changed afterwards, so nothing
 * is saved that was not previewed. Refused terms return to the form, which keeps what was entered.
 */
export const newTermsMachine = setup({
  types: {} as {
    context: Context;
    events: Event;
    input: Input;
    tags: 'busy' | 'writing';
    children: { previewTerms: 'previewTerms'; saveTerms: 'saveTerms' };
  },
  actors: {
    previewTerms: injected<TermsPreview, { scope: OfferScope; draft: TermsDraft }>('previewTerms'),
    saveTerms: injected<Terms, { scope: OfferScope; draft: TermsDraft }>('saveTerms'),
  },
  actions: {
    keepDraft: assign({
      draft: (_, params: { draft: TermsDraft }) => params.draft,
      problem: null,
    }),
    keepPreview: assign({ preview: (_, params: { preview: TermsPreview }) => params.preview }),
    keepProblem: assign({ problem: (_, params: { error: unknown }) => problemFrom(params.error) }),
    clearProblem: assign({ problem: null }),
    notifyParent: ({ context: { parent } }) => parent.send({ type: 'terms.changed' }),
    announce: (_, _params: { terms: Terms }) => {},
  },
}).createMachine({
  id: 'newTerms',
  description: 'New terms of an offer, from the form over their preview to the save.',
  context: ({ input }) => ({ ...input, draft: null, preview: null, problem: null }),
  initial: 'idle',
  states: {
    idle: {
      description: 'The form is closed.',
      on: {
        'terms.edit': {
          target: 'editing',
          actions: { type: 'keepDraft', params: ({ event }) => ({ draft: event.draft }) },
        },
      },
    },
    editing: {
      description: 'The form is open.',
      tags: 'writing',
      on: {
        'terms.preview': {
          target: 'previewing',
          actions: { type: 'keepDraft', params: ({ event }) => ({ draft: event.draft }) },
        },
        'terms.cancel': 'idle',
      },
    },
    previewing: {
      description: 'Whom the terms would affect is being computed.',
      tags: ['busy', 'writing'],
      on: { 'terms.cancel': 'idle' },
      invoke: {
        id: 'previewTerms',
        src: 'previewTerms',
        input: ({ context }) => ({ scope: context.scope, draft: draftOf(context) }),
        onDone: {
          target: 'confirming',
          actions: { type: 'keepPreview', params: ({ event }) => ({ preview: event.output }) },
        },
        onError: {
          target: 'editing',
          actions: { type: 'keepProblem', params: ({ event }) => ({ error: event.error }) },
        },
      },
    },
    confirming: {
      description: 'The dialog shows who is affected; nothing is saved yet.',
      on: { 'terms.save': 'saving', 'terms.back': 'editing', 'terms.cancel': 'idle' },
    },
    saving: {
      description: 'The terms are being saved.',
      tags: 'busy',
      invoke: {
        id: 'saveTerms',
        src: 'saveTerms',
        input: ({ context }) => ({ scope: context.scope, draft: draftOf(context) }),
        onDone: {
          target: 'idle',
          actions: [
            { type: 'announce', params: ({ event }) => ({ terms: event.output }) },
            'notifyParent',
          ],
        },
        onError: {
          target: 'editing',
          actions: { type: 'keepProblem', params: ({ event }) => ({ error: event.error }) },
        },
      },
    },
  },
});

export type NewTermsActor = ActorRefFrom<typeof newTermsMachine>;
export type NewTermsSnapshot = SnapshotFrom<typeof newTermsMachine>;

function draftOf({ draft }: Context): TermsDraft {
  if (draft !== null) return draft;
  throw new Error('Terms were saved before they were entered.');
}
