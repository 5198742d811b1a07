import { type ActorRefFrom, assign, type SnapshotFrom, sendTo, setup } from 'xstate';
import type { Session } from '#contract/accounts/session.ts';
import type { EventCatalog, FunnelPreviewAnswer } from '#contract/funnels/discovery.ts';
import type { Funnel } from '#contract/funnels/schemas.ts';
import {
  type FunnelDraft,
  funnelDraftFaults,
  funnelDraftOf,
  isCountable,
} from '#model/funnel-draft.ts';
import type { FunnelScope } from '#model/funnel-overview.ts';
import type { FunnelPlace, FunnelRecalledEvent } from '#model/funnels.ts';
import { mergeFunnels } from '#model/merge-funnels.ts';
import type { Query } from '#model/query.ts';
import { type EditorActor, type EditorSnapshot, editorOf } from '../kit/editor.ts';
import { injectedListener } from '../kit/injected.ts';
import { loaderOf } from '../kit/loader.ts';
import { previewOf } from '../kit/preview.ts';
import type { ScreenEvent, ScreenInput } from '../kit/screen.ts';
import { publishingMachine } from './publishing.ts';

type FunnelEdit = {
  scope: FunnelScope;
  entity: Funnel;
  draft: FunnelDraft;
  preview: FunnelPreviewAnswer;
};

export const funnelPreviewMachine = previewOf<
  FunnelScope,
  FunnelDraft,
  FunnelPreviewAnswer
>().provide({ guards: { isReadable: (_, { draft }) => isCountable(draft) } });

/** The draft of a funnel with all of its steps, which are saved together. */
export const draftEditorMachine = editorOf<FunnelEdit>({
  draftOf: funnelDraftOf,
  faultsOf: funnelDraftFaults,
  merge: mergeFunnels,
}).provide({ actors: { preview: funnelPreviewMachine } });
export type DraftEditorActor = EditorActor<FunnelEdit>;
export type DraftEditorSnapshot = EditorSnapshot<FunnelEdit>;

/** The recorded events, for the choices of the form. */
export const catalogMachine = loaderOf<EventCatalog, { project: number }>();

/** Something leads out of the editor while there are unsaved changes, or nothing would be lost. */
export type LeaveRequestEvent =
  | { type: 'leave.asked'; destination: string }
  | { type: 'leave.free' };
type Context = { member: Session; query: Query; place: FunnelPlace | null };
type Event =
  | FunnelRecalledEvent
  | ScreenEvent
  | LeaveRequestEvent
  | { type: 'step.show'; slug: string | null }
  | { type: 'funnel.published'; funnel: Funnel };

/**
 * The editor of one funnel. The address says whether it shows the funnel or one of its steps; the draft is the same.
 */
export const funnelEditorMachine = setup({
  types: {} as {
    context: Context;
    events: Event;
    input: Pick<ScreenInput, 'query' | 'member'>;
    children: {
      address: 'address';
      leaveGuard: 'leaveGuard';
      editor: 'editor';
      publishing: 'publishing';
      catalog: 'catalog';
    };
  },
  actors: {
    address: injectedListener<FunnelRecalledEvent>('address'),
    leaveGuard: injectedListener<LeaveRequestEvent, { isChanged: () => boolean }>('leaveGuard'),
    editor: draftEditorMachine,
    publishing: publishingMachine,
    catalog: catalogMachine,
  },
  actions: {
    keepPlace: assign({ place: (_, params: { place: FunnelPlace }) => params.place }),
    keepQuery: assign({ query: (_, params: { query: Query }) => params.query }),
    keepMember: assign({ member: (_, params: { member: Session }) => params.member }),
    askToLeave: sendTo('editor', (_, params: { destination: string }) => ({
      type: 'editor.leave' as const,
      destination: params.destination,
    })),
    renewEditor: sendTo('editor', (_, params: { funnel: Funnel }) => ({
      type: 'entity.change' as const,
      entity: params.funnel,
    })),
    askAboutProject: sendTo('leaveGuard', { type: 'project.changed' as const }),
    showStep: (_, _params: { slug: string | null }) => {},
    leaveFunnel: () => {},
  },
  guards: {
    isSameFunnel: ({ context }, params: { place: FunnelPlace }) =>
      context.place?.slug === params.place.slug,
    isAtNewStep: ({ context }) => context.place?.childSlug === 'new',
    isAtStep: ({ context }) => (context.place?.childSlug ?? null) !== null,
    isAnotherProject: ({ context }, params: { query: Query }) =>
      context.query.project !== params.query.project,
  },
}).createMachine({
  id: 'funnelEditor',
  description: 'The editor of one funnel and of its steps.',
  context: ({ input: { member, query } }) => ({ member, query, place: null }),
  invoke: { id: 'address', src: 'address' },
  initial: 'starting',
  on: {
    'address.recalled': {
      target: '.open',
      reenter: true,
      actions: { type: 'keepPlace', params: ({ event }) => ({ place: event.place }) },
    },
    'query.change': {
      actions: { type: 'keepQuery', params: ({ event }) => ({ query: event.query }) },
    },
    'member.change': {
      actions: { type: 'keepMember', params: ({ event }) => ({ member: event.member }) },
    },
  },
  states: {
    starting: { description: 'The address has not been read yet, or it is being left.' },
    open: {
      description: 'The address names a funnel.',
      initial: 'choosing',
      invoke: [
        { id: 'editor', src: 'editor', input: ({ context }) => ({ scope: scopeOf(context) }) },
        { id: 'publishing', src: 'publishing', input: ({ self }) => ({ parent: self }) },
        {
          id: 'catalog',
          src: 'catalog',
          input: ({ context }) => ({ query: { project: context.query.project } }),
        },
        {
          id: 'leaveGuard',
          src: 'leaveGuard',
          input: ({ self }) => ({
            isChanged: () =>
              self.getSnapshot().children.editor?.getSnapshot().hasTag('changed') ?? false,
          }),
        },
      ],
      on: {
        'address.recalled': {
          guard: { type: 'isSameFunnel', params: ({ event }) => ({ place: event.place }) },
          target: '.choosing',
          actions: { type: 'keepPlace', params: ({ event }) => ({ place: event.place }) },
        },
        'query.change': {
          guard: { type: 'isAnotherProject', params: ({ event }) => ({ query: event.query }) },
          actions: 'askAboutProject',
        },
        'leave.free': { target: 'starting', actions: 'leaveFunnel' },
        'leave.asked': {
          actions: {
            type: 'askToLeave',
            params: ({ event }) => ({ destination: event.destination }),
          },
        },
        'step.show': {
          actions: { type: 'showStep', params: ({ event }) => ({ slug: event.slug }) },
        },
        'funnel.published': {
          actions: { type: 'renewEditor', params: ({ event }) => ({ funnel: event.funnel }) },
        },
      },
      states: {
        choosing: {
          always: [
            { guard: 'isAtNewStep', target: 'newStep' },
            { guard: 'isAtStep', target: 'step' },
            { target: 'funnel' },
          ],
        },
        funnel: { description: 'The funnel with the list of its steps.' },
        newStep: { description: 'The choice of what a new step is.' },
        step: { description: 'One step, or a message that the draft has no such step.' },
      },
    },
  },
});

export type FunnelEditorActor = ActorRefFrom<typeof funnelEditorMachine>;
export type FunnelEditorSnapshot = SnapshotFrom<typeof funnelEditorMachine>;

function scopeOf({ place, query }: Context): FunnelScope {
  if (place?.slug) return { project: query.project, slug: place.slug };
  throw new Error('A funnel was edited before the address was read.');
}
