import { type ActorRefFrom, assign, type SnapshotFrom, sendTo, setup } from 'xstate';
import { type Problem, problemFrom } from '#contract/problem.ts';
import { afterChange, afterRedo, afterUndo, type EditHistory, noHistory } from './edit-history.ts';
import { injected, optionalListener, type RecoveryEvent } from './injected.ts';
import { previewOf } from './preview.ts';

/** The types of one editor. */
export type EditorTypes = {
  /** What is edited, such as a project and a slug. */
  scope: unknown;
  /** What is stored, with the version that a save is based on. */
  entity: unknown;
  /** The values of the form. */
  draft: object;
  /** What the draft would mean; `never` where there is no preview. */
  preview: unknown;
};

/** Why a draft cannot be saved, at a field such as `steps.1.name`. */
export type EditorFault = {
  path: readonly (string | number)[];
  message: string;
  /** The draft can be saved all the same, although something later needs the fault mended. */
  allowsSave?: boolean;
};

/** What the editor must know about one kind of entity, as pure functions. */
export type EditorRules<Types extends EditorTypes> = {
  draftOf(entity: Types['entity']): Types['draft'];
  faultsOf(draft: Types['draft']): readonly EditorFault[];
  /** One draft of two that began as `before`; without it the preferred one counts as a whole. */
  merge?(
    versions: { before: Types['draft']; mine: Types['draft']; theirs: Types['draft'] },
    preferred: Preferred,
  ): Types['draft'];
};
type Preferred = 'mine' | 'theirs';

type Context<Types extends EditorTypes> = EditHistory<Types['draft']> & {
  scope: Types['scope'];
  entity: Types['entity'] | null;
  /** The form values of the stored entity. */
  original: Types['draft'] | null;
  draft: Types['draft'] | null;
  faults: readonly EditorFault[];
  /** What somebody else stored meanwhile, in `conflict`. */
  theirs: Types['entity'] | null;
  /** Where the member goes after the answer about unsaved changes. */
  destination: string | null;
  problem: Problem | null;
};
type Event<Types extends EditorTypes> =
  | RecoveryEvent
  | { type: 'scope.change'; scope: Types['scope'] }
  | { type: 'entity.change'; entity: Types['entity'] }
  | { type: 'draft.change'; change: Partial<Types['draft']>; step?: string }
  | { type: 'draft.undo' }
  | { type: 'draft.redo' }
  | { type: 'draft.save' }
  | { type: 'draft.discard' }
  | { type: 'conflict.take' }
  | { type: 'conflict.keep' }
  | { type: 'editor.leave'; destination: string }
  | { type: 'leave.stay' }
  | { type: 'leave.discard' }
  | { type: 'leave.save' };

/**
 * Something that is read, changed in a form and saved as a whole, with undo, a live preview and a check of its version.
 *
 * The draft stays in every state of `ready`, so that typed values are never lost. If another member saved meanwhile,
 * their version is read, and the member chooses whose values count where both changed the same. Leaving with unsaved
 * changes asks first. An action from outside that stores a new version, such as publishing,
 * reports it by `entity.change`.
 */
export const editorOf = <Types extends EditorTypes>({
  draftOf,
  faultsOf,
  merge = (versions, preferred) => versions[preferred],
}: EditorRules<Types>) =>
  setup({
    types: {} as {
      context: Context<Types>;
      events: Event<Types>;
      input: { scope: Types['scope'] };
      tags: 'busy' | 'failed' | 'showing' | 'changed';
      children: {
        readEntity: 'readEntity';
        saveEntity: 'saveEntity';
        preview: 'preview';
        network: 'network';
      };
    },
    actors: {
      readEntity: injected<Types['entity'], { scope: Types['scope'] }>('readEntity'),
      saveEntity: injected<
        Types['entity'],
        { scope: Types['scope']; entity: Types['entity']; draft: Types['draft'] }
      >('saveEntity'),
      preview: previewOf<Types['scope'], Types['draft'], Types['preview']>(),
      network: optionalListener<RecoveryEvent>(),
    },
    actions: {
      beginAt: assign((_, params: { scope: Types['scope'] }) => startOf<Types>(params.scope)),
      openDraft: assign((_, { entity }: { entity: Types['entity'] }) => ({
        ...noHistory,
        entity,
        ...openedWith(draftOf(entity), faultsOf),
      })),
      keepEntity: assign(({ context }, { entity }: { entity: Types['entity'] }) =>
        isSame(context.draft, context.original)
          ? { ...noHistory, entity, ...openedWith(draftOf(entity), faultsOf) }
          : { entity, original: draftOf(entity) },
      ),
      keepChange: assign(
        ({ context }, params: { change: Partial<Types['draft']>; step: string | null }) => {
          const draft = required(context.draft);
          const changed = { ...draft, ...params.change };
          return {
            ...afterChange({ ...context, draft }, changed, params.step),
            faults: faultsOf(changed),
          };
        },
      ),
      undoStep: assign(({ context }) =>
        withFaults(afterUndo({ ...context, draft: required(context.draft) }), faultsOf),
      ),
      redoStep: assign(({ context }) =>
        withFaults(afterRedo({ ...context, draft: required(context.draft) }), faultsOf),
      ),
      discardChanges: assign(({ context }) => ({
        ...noHistory,
        ...openedWith(required(context.original), faultsOf),
      })),
      keepTheirs: assign({ theirs: (_, params: { entity: Types['entity'] }) => params.entity }),
      mergeTheirs: assign(({ context }, { preferred }: { preferred: Preferred }) => {
        const theirs = draftOf(required(context.theirs));
        const [before, mine] = [required(context.original), required(context.draft)];
        const draft = merge({ before, mine, theirs }, preferred);
        return {
          ...noHistory,
          ...openedWith(draft, faultsOf),
          entity: context.theirs,
          original: theirs,
          theirs: null,
        };
      }),
      forgetTheirs: assign({ theirs: null }),
      keepDestination: assign({
        destination: (_, params: { destination: string }) => params.destination,
      }),
      keepProblem: assign({
        problem: (_, params: { error: unknown }) => problemFrom(params.error),
      }),
      clearProblem: assign({ problem: null }),
      renewPreview: sendTo('preview', ({ context }) => ({
        type: 'draft.change' as const,
        draft: required(context.draft),
      })),
      announceSave: (_, _params: { entity: Types['entity'] }) => {},
      goTo: (_, _params: { destination: string }) => {},
      stayHere: () => {},
    },
    guards: {
      isElsewhere: ({ context }, params: { scope: Types['scope'] }) =>
        !isSame(context.scope, params.scope),
      isAnother: ({ context: { draft } }, params: { change: Partial<Types['draft']> }) =>
        !isSame({ ...draft, ...params.change }, draft),
      isMissing: (_, params: { error: unknown }) => problemFrom(params.error).kind === 'missing',
      isConflict: (_, params: { error: unknown }) => problemFrom(params.error).kind === 'conflict',
      isChanged: ({ context: { draft, original } }) => !isSame(draft, original),
      isValid: ({ context: { faults } }) => faults.every(({ allowsSave }) => allowsSave),
      canUndo: ({ context: { past } }) => past.length > 0,
      canRedo: ({ context: { future } }) => future.length > 0,
    },
    delays: { noticeFor: 6_000 },
  }).createMachine({
    id: 'editor',
    description:
      'Something that is read, changed in a form and saved as a whole, with undo, a live preview and a check of its version.',
    context: ({ input }) => startOf<Types>(input.scope),
    invoke: { id: 'network', src: 'network' },
    initial: 'loading',
    on: {
      'scope.change': {
        guard: { type: 'isElsewhere', params: ({ event }) => ({ scope: event.scope }) },
        target: '.loading',
        reenter: true,
        actions: { type: 'beginAt', params: ({ event }) => ({ scope: event.scope }) },
      },
    },
    states: {
      loading: {
        description: 'What is edited is being read.',
        tags: 'busy',
        entry: 'clearProblem',
        on: { 'network.returned': { target: 'loading', reenter: true } },
        invoke: {
          id: 'readEntity',
          src: 'readEntity',
          input: ({ context }) => ({ scope: context.scope }),
          onDone: {
            target: 'ready',
            actions: { type: 'openDraft', params: ({ event }) => ({ entity: event.output }) },
          },
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
      notFound: { description: 'It does not exist, or the member may not see it.' },
      failed: {
        description: 'It could not be read; the reason is on screen.',
        tags: 'failed',
        on: { retry: 'loading', 'network.returned': 'loading' },
      },
      ready: {
        description: 'The form is on screen, with the preview beside it.',
        tags: 'showing',
        initial: 'editing',
        invoke: {
          id: 'preview',
          src: 'preview',
          input: ({ context }) => previewInputOf<Types>(context),
        },
        states: {
          editing: {
            description: 'The values can be changed.',
            initial: 'deciding',
            on: {
              'entity.change': {
                target: '.deciding',
                actions: [
                  { type: 'keepEntity', params: ({ event }) => ({ entity: event.entity }) },
                  'renewPreview',
                ],
              },
              'draft.change': {
                guard: { type: 'isAnother', params: ({ event }) => ({ change: event.change }) },
                target: '.deciding',
                actions: [
                  {
                    type: 'keepChange',
                    params: ({ event }) => ({ change: event.change, step: event.step ?? null }),
                  },
                  'renewPreview',
                ],
              },
              'draft.undo': {
                guard: 'canUndo',
                target: '.deciding',
                actions: ['undoStep', 'renewPreview'],
              },
              'draft.redo': {
                guard: 'canRedo',
                target: '.deciding',
                actions: ['redoStep', 'renewPreview'],
              },
              'editor.leave': [
                {
                  guard: 'isChanged',
                  target: 'confirmingLeave',
                  actions: {
                    type: 'keepDestination',
                    params: ({ event }) => ({ destination: event.destination }),
                  },
                },
                {
                  actions: {
                    type: 'goTo',
                    params: ({ event }) => ({ destination: event.destination }),
                  },
                },
              ],
            },
            states: {
              deciding: {
                always: [{ guard: 'isChanged', target: 'dirty' }, { target: 'pristine' }],
              },
              pristine: { description: 'The form equals what is stored.' },
              dirty: {
                description: 'The form has unsaved changes.',
                tags: 'changed',
                on: {
                  'draft.save': { guard: 'isValid', target: '#editor.ready.saving' },
                  'draft.discard': {
                    target: 'pristine',
                    actions: ['discardChanges', 'renewPreview'],
                  },
                },
              },
              refused: {
                description:
                  'The changes were not saved; the form keeps them and shows the reason.',
                tags: ['failed', 'changed'],
                exit: 'clearProblem',
                on: {
                  'draft.save': '#editor.ready.saving',
                  'draft.discard': {
                    target: 'pristine',
                    actions: ['discardChanges', 'renewPreview'],
                  },
                },
              },
              saved: {
                description: 'A notice confirms that the changes were saved.',
                after: { noticeFor: 'pristine' },
              },
            },
          },
          saving: {
            description: 'The changes are being saved.',
            tags: ['busy', 'changed'],
            invoke: {
              id: 'saveEntity',
              src: 'saveEntity',
              input: ({ context }) => savingOf<Types>(context),
              onDone: {
                target: 'editing.saved',
                actions: [
                  { type: 'openDraft', params: ({ event }) => ({ entity: event.output }) },
                  { type: 'announceSave', params: ({ event }) => ({ entity: event.output }) },
                  'renewPreview',
                ],
              },
              onError: [
                {
                  guard: { type: 'isConflict', params: ({ event }) => ({ error: event.error }) },
                  target: 'comparing',
                },
                {
                  target: 'editing.refused',
                  actions: { type: 'keepProblem', params: ({ event }) => ({ error: event.error }) },
                },
              ],
            },
          },
          comparing: {
            description: 'Another member saved meanwhile: their version is being read.',
            tags: ['busy', 'changed'],
            invoke: {
              id: 'readEntity',
              src: 'readEntity',
              input: ({ context }) => ({ scope: context.scope }),
              onDone: {
                target: 'conflict',
                actions: { type: 'keepTheirs', params: ({ event }) => ({ entity: event.output }) },
              },
              onError: {
                target: 'editing.refused',
                actions: { type: 'keepProblem', params: ({ event }) => ({ error: event.error }) },
              },
            },
          },
          conflict: {
            description: 'Both versions are on screen, and the member chooses one.',
            tags: ['failed', 'changed'],
            on: {
              'draft.change': {
                guard: { type: 'isAnother', params: ({ event }) => ({ change: event.change }) },
                actions: [
                  {
                    type: 'keepChange',
                    params: ({ event }) => ({ change: event.change, step: event.step ?? null }),
                  },
                  'renewPreview',
                ],
              },
              'conflict.take': {
                target: 'editing',
                actions: [{ type: 'mergeTheirs', params: { preferred: 'theirs' } }, 'renewPreview'],
              },
              'conflict.keep': {
                target: 'saving',
                actions: [{ type: 'mergeTheirs', params: { preferred: 'mine' } }, 'renewPreview'],
              },
              'editor.leave': {
                target: 'confirmingLeave',
                actions: [
                  'forgetTheirs',
                  {
                    type: 'keepDestination',
                    params: ({ event }) => ({ destination: event.destination }),
                  },
                ],
              },
            },
          },
          confirmingLeave: {
            description: 'A dialog asks what becomes of the unsaved changes.',
            tags: 'changed',
            on: {
              'leave.stay': { target: 'editing', actions: 'stayHere' },
              'leave.discard': {
                target: 'editing',
                actions: [
                  'discardChanges',
                  'renewPreview',
                  {
                    type: 'goTo',
                    params: ({ context }) => ({ destination: required(context.destination) }),
                  },
                ],
              },
              'leave.save': { guard: 'isValid', target: 'savingToLeave' },
            },
          },
          savingToLeave: {
            description: 'The changes are being saved before the member leaves.',
            tags: ['busy', 'changed'],
            invoke: {
              id: 'saveEntity',
              src: 'saveEntity',
              input: ({ context }) => savingOf<Types>(context),
              onDone: {
                target: 'editing',
                actions: [
                  { type: 'openDraft', params: ({ event }) => ({ entity: event.output }) },
                  { type: 'announceSave', params: ({ event }) => ({ entity: event.output }) },
                  'renewPreview',
                  {
                    type: 'goTo',
                    params: ({ context }) => ({ destination: required(context.destination) }),
                  },
                ],
              },
              onError: [
                {
                  guard: { type: 'isConflict', params: ({ event }) => ({ error: event.error }) },
                  target: 'comparing',
                  actions: 'stayHere',
                },
                {
                  target: 'editing.refused',
                  actions: [
                    'stayHere',
                    { type: 'keepProblem', params: ({ event }) => ({ error: event.error }) },
                  ],
                },
              ],
            },
          },
        },
      },
    },
  });

export type EditorMachine<Types extends EditorTypes> = ReturnType<typeof editorOf<Types>>;
export type EditorActor<Types extends EditorTypes> = ActorRefFrom<EditorMachine<Types>>;
export type EditorSnapshot<Types extends EditorTypes> = SnapshotFrom<EditorMachine<Types>>;

const startOf = <Types extends EditorTypes>(scope: Types['scope']): Context<Types> => ({
  ...noHistory,
  scope,
  entity: null,
  original: null,
  draft: null,
  faults: [],
  theirs: null,
  destination: null,
  problem: null,
});

const openedWith = <Draft>(draft: Draft, faultsOf: (draft: Draft) => readonly EditorFault[]) => ({
  original: draft,
  draft,
  faults: faultsOf(draft),
});

const withFaults = <Draft>(
  edited: Partial<EditHistory<Draft> & { draft: Draft }>,
  faultsOf: (draft: Draft) => readonly EditorFault[],
) => (edited.draft === undefined ? edited : { ...edited, faults: faultsOf(edited.draft) });

const previewInputOf = <Types extends EditorTypes>({ scope, draft }: Context<Types>) => ({
  scope,
  draft: required(draft),
});

const savingOf = <Types extends EditorTypes>({ scope, entity, draft }: Context<Types>) => ({
  scope,
  entity: required(entity),
  draft: required(draft),
});

const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

function required<Value>(value: Value | null): Value {
  if (value !== null) return value;
  throw new Error('The editor works on something that it has not read yet.');
}
