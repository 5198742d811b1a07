import { type ActorRefFrom, assign, type SnapshotFrom, setup } from 'xstate';
import type { OfferDetail, OfferStatusPreview } from '#contract/offers/offer.ts';
import { type Problem, problemFrom } from '#contract/problem.ts';
import type { ActedOffer, SettableStatus, StatusChange } from '#model/offer-detail.ts';
import { injected } from '../kit/injected.ts';
import type { Parent } from '../kit/parent.ts';

/** The offer is not what it was. */
export type OfferChangedEvent = { type: 'offer.changed' };

/** The status that a person chose, and the offer as it was then. */
export type StatusRequest = { offer: ActedOffer; from: SettableStatus; to: SettableStatus };
type Applied = { offer: ActedOffer; change: StatusChange };
type Input = { parent: Parent<OfferChangedEvent> };
type Context = Input & {
  request: StatusRequest | null;
  preview: OfferStatusPreview | null;
  applied: Applied | null;
  problem: Problem | null;
};
type Event =
  | ({ type: 'status.choose' } & StatusRequest)
  | { type: 'status.confirm'; reason: string; withoutTest: boolean }
  | { type: 'status.cancel' }
  | { type: 'status.undo'; offer: ActedOffer; to: SettableStatus }
  | { type: 'retry' };

/**
 * A change of the status of an offer, from the question to the answer.
 *
 * What it affects is read before a person confirms it. A refused change keeps the dialog open with the reason, unless
 * someone else changed the offer meanwhile: then the question has to be asked again. Undo sets the earlier status
 * without a question, because that status was confirmed once.
 */
export const offerStatusMachine = setup({
  types: {} as {
    context: Context;
    events: Event;
    input: Input;
    tags: 'busy' | 'failed' | 'asking';
    children: { previewStatus: 'previewStatus'; changeStatus: 'changeStatus' };
  },
  actors: {
    previewStatus: injected<OfferStatusPreview, { offer: ActedOffer }>('previewStatus'),
    changeStatus: injected<OfferDetail, Applied>('changeStatus'),
  },
  actions: {
    keepRequest: assign({
      request: (_, { offer, from, to }: StatusRequest) => ({ offer, from, to }),
      preview: null,
      problem: null,
    }),
    keepPreview: assign({
      preview: (_, params: { preview: OfferStatusPreview }) => params.preview,
    }),
    keepChange: assign({
      applied: ({ context: { request } }, params: { reason: string; withoutTest: boolean }) => ({
        offer: required(request).offer,
        change: { to: required(request).to, ...params },
      }),
    }),
    keepUndo: assign({
      request: null,
      applied: (_, { offer, to }: { offer: ActedOffer; to: SettableStatus }) => ({
        offer,
        change: { to, reason: '', withoutTest: true },
      }),
    }),
    keepProblem: assign({ problem: (_, params: { error: unknown }) => problemFrom(params.error) }),
    clearProblem: assign({ problem: null }),
    announce: (_, _params: { request: StatusRequest | null; offer: OfferDetail }) => {},
    notifyParent: ({ context: { parent } }) => parent.send({ type: 'offer.changed' }),
  },
  guards: {
    isConflict: (_, params: { error: unknown }) => problemFrom(params.error).kind === 'conflict',
    isRequested: ({ context }) => context.request !== null,
  },
}).createMachine({
  id: 'offerStatus',
  description: 'A change of the status of an offer.',
  context: ({ input }) => ({
    parent: input.parent,
    request: null,
    preview: null,
    applied: null,
    problem: null,
  }),
  initial: 'idle',
  states: {
    idle: {
      description: 'No change was chosen.',
      on: {
        'status.choose': {
          target: 'previewing',
          actions: { type: 'keepRequest', params: ({ event }) => event },
        },
        'status.undo': {
          target: 'applying',
          actions: { type: 'keepUndo', params: ({ event }) => event },
        },
      },
    },
    previewing: {
      description: 'What the change would affect is being read.',
      tags: ['busy', 'asking'],
      entry: 'clearProblem',
      on: { 'status.cancel': 'idle' },
      invoke: {
        id: 'previewStatus',
        src: 'previewStatus',
        input: ({ context }) => ({ offer: required(context.request).offer }),
        onDone: {
          target: 'confirming',
          actions: { type: 'keepPreview', params: ({ event }) => ({ preview: event.output }) },
        },
        onError: {
          target: 'unread',
          actions: { type: 'keepProblem', params: ({ event }) => ({ error: event.error }) },
        },
      },
    },
    unread: {
      description: 'What the change would affect could not be read.',
      tags: ['failed', 'asking'],
      on: { retry: 'previewing', 'status.cancel': 'idle' },
    },
    confirming: {
      description: 'The dialog says what the change affects; nothing has happened yet.',
      tags: 'asking',
      on: {
        'status.confirm': {
          target: 'applying',
          actions: {
            type: 'keepChange',
            params: ({ event }) => ({ reason: event.reason, withoutTest: event.withoutTest }),
          },
        },
        'status.cancel': 'idle',
      },
    },
    applying: {
      description: 'The status is being changed.',
      tags: 'busy',
      entry: 'clearProblem',
      invoke: {
        id: 'changeStatus',
        src: 'changeStatus',
        input: ({ context }) => required(context.applied),
        onDone: {
          target: 'idle',
          actions: [
            {
              type: 'announce',
              params: ({ context, event }) => ({ request: context.request, offer: event.output }),
            },
            'notifyParent',
          ],
        },
        onError: [
          {
            guard: { type: 'isConflict', params: ({ event }) => ({ error: event.error }) },
            target: 'outdated',
            actions: 'notifyParent',
          },
          {
            guard: 'isRequested',
            target: 'refused',
            actions: { type: 'keepProblem', params: ({ event }) => ({ error: event.error }) },
          },
          {
            target: 'notUndone',
            actions: { type: 'keepProblem', params: ({ event }) => ({ error: event.error }) },
          },
        ],
      },
    },
    refused: {
      description: 'The change was refused; the dialog shows the reason and can send it again.',
      tags: ['failed', 'asking'],
      on: {
        'status.confirm': {
          target: 'applying',
          actions: {
            type: 'keepChange',
            params: ({ event }) => ({ reason: event.reason, withoutTest: event.withoutTest }),
          },
        },
        'status.cancel': 'idle',
      },
    },
    outdated: {
      description:
        'Someone else changed the offer meanwhile, so nothing was done. The offer is being read again.',
      tags: 'failed',
      on: {
        'status.choose': {
          target: 'previewing',
          actions: { type: 'keepRequest', params: ({ event }) => event },
        },
        'status.cancel': 'idle',
      },
    },
    notUndone: {
      description: 'The earlier status could not be put back; the reason is on screen.',
      tags: 'failed',
      on: { retry: 'applying', 'status.cancel': 'idle' },
    },
  },
});

export type OfferStatusActor = ActorRefFrom<typeof offerStatusMachine>;
export type OfferStatusSnapshot = SnapshotFrom<typeof offerStatusMachine>;

function required<Value>(value: Value | null): Value {
  if (value !== null) return value;
  throw new Error('A status was changed before one was chosen.');
}
