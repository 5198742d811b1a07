import { type ActorRefFrom, assign, type EventObject, type SnapshotFrom, setup } from 'xstate';
import type { Session } from '#contract/accounts/session.ts';
import { mergeFields } from '#model/merge-fields.ts';
import {
  type DraftedForm,
  type EditedOffer,
  type OfferDraft,
  type OfferScope,
  offerDraftFaults,
  offerDraftOf,
} from '#model/offer-draft.ts';
import type { OfferPlace, OfferRecalledEvent, OfferRef } from '#model/offers.ts';
import type { Query } from '#model/query.ts';
import { type EditorActor, type EditorSnapshot, editorOf } from '../kit/editor.ts';
import { injectedListener } from '../kit/injected.ts';
import { loaderOf } from '../kit/loader.ts';
import { previewOf } from '../kit/preview.ts';
import type { ScreenEvent, ScreenInput } from '../kit/screen.ts';

type OfferEdit = { scope: OfferScope; entity: EditedOffer; draft: OfferDraft; preview: never };

const noPreviewMachine = previewOf<OfferScope, OfferDraft, never>().provide({
  guards: { isReadable: () => false },
});

/** The fields of an offer, which are saved together. */
export const offerFormMachine = editorOf<OfferEdit>({
  draftOf: offerDraftOf,
  faultsOf: offerDraftFaults,
  merge: mergeFields,
}).provide({ actors: { preview: noPreviewMachine } });
export type OfferFormActor = EditorActor<OfferEdit>;
export type OfferFormSnapshot = EditorSnapshot<OfferEdit>;

/** The offers that clicks can fall back to. */
export const fallbackOffersMachine = loaderOf<OfferRef[], { project: number }>();

type Context = { member: Session; query: Query; place: OfferPlace | null };
type Event = OfferRecalledEvent | ScreenEvent;

/**
 * The editor of an offer, or of a new one. Leaving it keeps unsaved changes for as long as the page is open
 * (decision 0022), which is what `drafts` does.
 */
export const offerEditorMachine = setup({
  types: {} as {
    context: Context;
    events: Event;
    input: Pick<ScreenInput, 'query' | 'member'>;
    children: { address: 'address'; form: 'form'; drafts: 'drafts'; fallbacks: 'fallbacks' };
  },
  actors: {
    address: injectedListener<OfferRecalledEvent>('address'),
    form: offerFormMachine,
    drafts: injectedListener<EventObject, DraftedForm>('drafts'),
    fallbacks: fallbackOffersMachine,
  },
  actions: {
    keepPlace: assign({ place: (_, params: { place: OfferPlace }) => params.place }),
    keepQuery: assign({ query: (_, params: { query: Query }) => params.query }),
    keepMember: assign({ member: (_, params: { member: Session }) => params.member }),
    leaveOffer: () => {},
  },
  guards: {
    isSameOffer: ({ context }, params: { place: OfferPlace }) =>
      context.place?.id === params.place.id,
    isAnotherProject: ({ context }, params: { query: Query }) =>
      context.query.project !== params.query.project,
  },
}).createMachine({
  id: 'offerEditor',
  description: 'The editor of an offer, or of a new one.',
  context: ({ input: { member, query } }) => ({ member, query, place: null }),
  invoke: { id: 'address', src: 'address' },
  initial: 'starting',
  on: {
    'member.change': {
      actions: { type: 'keepMember', params: ({ event }) => ({ member: event.member }) },
    },
    'query.change': {
      actions: { type: 'keepQuery', params: ({ event }) => ({ query: event.query }) },
    },
  },
  states: {
    starting: {
      description: 'The address has not been read yet, or it is being left.',
      on: {
        'address.recalled': {
          target: 'open',
          actions: { type: 'keepPlace', params: ({ event }) => ({ place: event.place }) },
        },
      },
    },
    open: {
      description: 'The address names an offer, or a new one.',
      invoke: [
        { id: 'form', src: 'form', input: ({ context }) => ({ scope: scopeOf(context) }) },
        {
          id: 'drafts',
          src: 'drafts',
          input: ({ context, self }) => ({
            scope: scopeOf(context),
            form: () => self.getSnapshot().children.form,
          }),
        },
        {
          id: 'fallbacks',
          src: 'fallbacks',
          input: ({ context }) => ({ query: { project: context.query.project } }),
        },
      ],
      on: {
        'address.recalled': [
          {
            guard: { type: 'isSameOffer', params: ({ event }) => ({ place: event.place }) },
            actions: { type: 'keepPlace', params: ({ event }) => ({ place: event.place }) },
          },
          {
            target: 'open',
            reenter: true,
            actions: { type: 'keepPlace', params: ({ event }) => ({ place: event.place }) },
          },
        ],
        'query.change': [
          {
            guard: { type: 'isAnotherProject', params: ({ event }) => ({ query: event.query }) },
            target: 'starting',
            actions: [
              { type: 'keepQuery', params: ({ event }) => ({ query: event.query }) },
              'leaveOffer',
            ],
          },
          { actions: { type: 'keepQuery', params: ({ event }) => ({ query: event.query }) } },
        ],
      },
    },
  },
});

export type OfferEditorActor = ActorRefFrom<typeof offerEditorMachine>;
export type OfferEditorSnapshot = SnapshotFrom<typeof offerEditorMachine>;

function scopeOf({ place, query, member }: Context): OfferScope {
  const zone = member.projects.find(({ id }) => id === query.project)?.timezone ?? 'UTC';
  return { project: query.project, offer: place?.id ?? null, zone };
}
