import { type ActorRefFrom, assign, type SnapshotFrom, sendTo, setup } from 'xstate';
import { type Problem, problemFrom } from '#contract/problem.ts';
import { injected, optionalListener, type RecoveryEvent } from './injected.ts';
import type { Parent } from './parent.ts';
import {
  afterFailure,
  afterRemoval,
  afterRestored,
  emptyUndoQueue,
  firstQueued,
  isQueued,
  type UndoQueue,
  withQueued,
} from './undo-queue.ts';

/** The types of one collection; a type that it does not use is `never`. */
export type CollectionTypes = {
  /** What the list is read for, such as a project. */
  scope: unknown;
  row: { id: unknown };
  /** Data that is read together with the rows. */
  extra: unknown;
  /** The values of the form. */
  draft: unknown;
  /** An action on an entry other than changing or removing it. */
  action: unknown;
  /** A value that the server shows only once, such as a secret. */
  secret: unknown;
};

/**
 * The result of saving, acting or restoring. Without the entry, or if other entries changed too, the list is read
 * again.
 */
export type Outcome<Row, Secret> = { entry?: Row; affectsOthers?: boolean; secret?: Secret };
type OutcomeOf<Types extends CollectionTypes> = Outcome<Types['row'], Types['secret']>;
type ActionOutcomeOf<Types extends CollectionTypes> = OutcomeOf<Types> & {
  /** The action that takes it back, if only the request learned what there was before. */
  undo?: Types['action'];
};
type Listing<Types extends CollectionTypes> = { rows: Types['row'][]; extra?: Types['extra'] };

type Input<Types extends CollectionTypes> = {
  scope: Types['scope'];
  /** Receives the rows after every read. */
  parent?: Parent<{ type: 'list.read'; rows: Types['row'][] }>;
};
type Context<Types extends CollectionTypes> = UndoQueue<Types['row']> &
  Required<Pick<Input<Types>, 'scope'>> & {
    parent: Input<Types>['parent'] | null;
    rows: Types['row'][];
    extra: Types['extra'] | null;
    /** The values with which the form opened, or the values that were last saved. */
    draft: Types['draft'] | null;
    /** The entry that is being changed or removed; null while a new one is written. */
    entry: Types['row'] | null;
    action: Types['action'] | null;
    /** The result of the last save or action. */
    outcome: ActionOutcomeOf<Types> | null;
    problem: Problem | null;
  };
type Event<Types extends CollectionTypes> =
  | { type: 'scope.change'; scope: Types['scope'] }
  | { type: 'list.refresh' }
  | { type: 'retry' }
  | { type: 'network.returned' }
  | { type: 'entry.add'; draft: Types['draft'] }
  | { type: 'entry.edit'; entry: Types['row']; draft: Types['draft'] }
  | { type: 'entry.save'; draft: Types['draft'] }
  | { type: 'entry.remove'; entry: Types['row'] }
  | { type: 'entry.restore'; entry: Types['row'] }
  | { type: 'form.cancel' }
  | { type: 'action.choose'; action: Types['action'] }
  | { type: 'action.run'; action: Types['action'] }
  | { type: 'action.confirm' }
  | { type: 'action.cancel' }
  | { type: 'secret.dismiss' }
  | { type: 'problem.dismiss' };

/**
 * A list with a form to add or change an entry, actions on entries, and removal with undo.
 *
 * A collection provides only the actors that it uses: a list without a form never receives `entry.add`. `action.run`
 * starts an action at once; `action.choose` opens a confirmation first, for an action that cannot be undone. A value
 * that the server shows only once has a state that only the user leaves. Values that the server rejected stay in the
 * form. Undo needs no confirmation: the entries to restore wait in a queue until no other request runs and no refusal
 * is on screen. An entry that could not be restored can be tried again in every state with the tag `undoable`.
 */
export const collectionOf = <Types extends CollectionTypes>() =>
  setup({
    types: {} as {
      context: Context<Types>;
      events: Event<Types>;
      input: Input<Types>;
      tags: 'busy' | 'failed' | 'showing' | 'writing' | 'undoable';
      children: {
        readEntries: 'readEntries';
        saveEntry: 'saveEntry';
        runAction: 'runAction';
        removeEntry: 'removeEntry';
        restoreEntry: 'restoreEntry';
        network: 'network';
      };
    },
    actors: {
      readEntries: injected<Listing<Types>, { scope: Types['scope']; isRefresh: boolean }>(
        'readEntries',
      ),
      saveEntry: injected<
        OutcomeOf<Types>,
        { scope: Types['scope']; entry: Types['row'] | null; draft: Types['draft'] }
      >('saveEntry'),
      runAction: injected<
        ActionOutcomeOf<Types>,
        { scope: Types['scope']; action: Types['action'] }
      >('runAction'),
      removeEntry: injected<void, { entry: Types['row'] }>('removeEntry'),
      restoreEntry: injected<OutcomeOf<Types>, { entry: Types['row'] }>('restoreEntry'),
      network: optionalListener<RecoveryEvent>(),
    },
    actions: {
      keepScope: assign({ scope: (_, params: { scope: Types['scope'] }) => params.scope }),
      clearRows: assign({ rows: [], extra: null, problem: null }),
      keepRows: assign(({ context }, { listing }: { listing: Listing<Types> }) => ({
        rows: listing.rows,
        extra: listing.extra ?? context.extra,
      })),
      /** A list without a parent sends it to itself, where it changes nothing. */
      notifyParent: sendTo(
        ({ context, self }) => context.parent ?? self,
        (_, { listing }: { listing: Listing<Types> }) => ({
          type: 'list.read' as const,
          rows: listing.rows,
        }),
      ),
      putEntry: assign({
        rows: (
          { context: { rows } },
          { entry }: { entry: Types['row']; action: Types['action'] | null },
        ) =>
          rows.some(({ id }) => id === entry.id)
            ? rows.map((row) => (row.id === entry.id ? entry : row))
            : [...rows, entry],
      }),
      dropEntry: assign(({ context }) => ({
        ...afterRemoval(context, required(context.entry)),
        rows: context.rows.filter(({ id }) => id !== context.entry?.id),
      })),
      openForm: assign({
        entry: (_, params: { entry: Types['row'] | null; draft: Types['draft'] }) => params.entry,
        draft: (_, params) => params.draft,
        action: null,
        problem: null,
      }),
      keepDraft: assign({ draft: (_, params: { draft: Types['draft'] }) => params.draft }),
      keepEntry: assign({
        entry: (_, params: { entry: Types['row'] }) => params.entry,
        action: null,
      }),
      keepAction: assign({
        action: (_, params: { action: Types['action'] }) => params.action,
        entry: null,
      }),
      keepOutcome: assign({
        outcome: (_, params: { outcome: ActionOutcomeOf<Types> }) => params.outcome,
      }),
      forgetOutcome: assign({ outcome: null }),
      queueUndo: assign(({ context }, params: { entry: Types['row'] }) =>
        withQueued(context, params.entry),
      ),
      forgetRestored: assign(({ context }) => afterRestored(context)),
      keepNotRestored: assign(({ context }, params: { error: unknown }) =>
        afterFailure(context, params.error),
      ),
      forgetNotRestored: assign({ notRestored: ({ context }) => context.notRestored.slice(1) }),
      keepProblem: assign({
        problem: (_, params: { error: unknown }) => problemFrom(params.error),
      }),
      clearProblem: assign({ problem: null }),
      announceSave: () => {},
      announceAction: () => {},
      showUndo: (_, _params: { entry: Types['row'] }) => {},
    },
    guards: {
      isElsewhere: ({ context }, params: { scope: Types['scope'] }) =>
        JSON.stringify(context.scope) !== JSON.stringify(params.scope),
      readsAtOnce: () => true,
      readsByTime: () => true,
      isListed: ({ context }, { entry }: { entry: Types['row'] }) =>
        context.rows.some(({ id }) => id === entry.id),
      isRemoved: ({ context }, { entry }: { entry: Types['row'] }) =>
        !isQueued(context, entry) && !context.rows.some(({ id }) => id === entry.id),
      isToRestore: ({ context }) => context.restoring.length > 0,
      isNotRestored: ({ context }) => context.notRestored.length > 0,
      hasSecret: ({ context: { outcome } }) => outcome?.secret !== undefined,
      isOnlyEntryChanged: ({ context: { outcome } }) =>
        outcome?.entry !== undefined && !outcome.affectsOthers,
      hasEntry: ({ context: { outcome } }) => outcome?.entry !== undefined,
      isReturned: (_, { outcome }: { outcome: OutcomeOf<Types> }) => outcome.entry !== undefined,
    },
    delays: { firstReadAfter: 300, staleAfter: 60_000 },
  }).createMachine({
    id: 'collection',
    description:
      'A list of entries that users can add, change, run actions on and remove with undo.',
    context: ({ input }) => startOf<Types>(input),
    invoke: { id: 'network', src: 'network' },
    initial: 'waiting',
    on: {
      'scope.change': [
        {
          guard: { type: 'isElsewhere', params: ({ event }) => ({ scope: event.scope }) },
          target: '.waiting',
          reenter: true,
          actions: [
            { type: 'keepScope', params: ({ event }) => ({ scope: event.scope }) },
            'clearRows',
          ],
        },
        { actions: { type: 'keepScope', params: ({ event }) => ({ scope: event.scope }) } },
      ],
      'entry.restore': {
        guard: { type: 'isRemoved', params: ({ event }) => ({ entry: event.entry }) },
        actions: { type: 'queueUndo', params: ({ event }) => ({ entry: event.entry }) },
      },
    },
    states: {
      waiting: {
        description: 'The list is not needed yet, or other requests go first.',
        always: { guard: 'readsAtOnce', target: 'reading' },
        after: { firstReadAfter: { guard: 'readsByTime', target: 'reading' } },
        on: { 'list.refresh': 'reading' },
      },
      reading: {
        description: 'The list is being read.',
        tags: 'busy',
        entry: 'clearProblem',
        on: { 'network.returned': { target: 'reading', reenter: true } },
        invoke: {
          id: 'readEntries',
          src: 'readEntries',
          input: ({ context }) => ({ scope: context.scope, isRefresh: false }),
          onDone: {
            target: 'ready',
            actions: [
              { type: 'keepRows', params: ({ event }) => ({ listing: event.output }) },
              { type: 'notifyParent', params: ({ event }) => ({ listing: event.output }) },
            ],
          },
          onError: {
            target: 'failed',
            actions: { type: 'keepProblem', params: ({ event }) => ({ error: event.error }) },
          },
        },
      },
      failed: {
        description: 'The list could not be read, so there is nothing to show.',
        tags: ['failed', 'undoable'],
        always: { guard: 'isToRestore', target: 'restoringUnread' },
        on: { retry: 'reading', 'network.returned': 'reading' },
      },
      restoringUnread: {
        description: 'A removed entry is being restored although the list could not be read.',
        tags: 'busy',
        entry: 'clearProblem',
        invoke: {
          id: 'restoreEntry',
          src: 'restoreEntry',
          input: ({ context }) => ({ entry: firstQueued(context) }),
          onDone: { target: 'reading', actions: 'forgetRestored' },
          onError: {
            target: 'reading',
            actions: { type: 'keepNotRestored', params: ({ event }) => ({ error: event.error }) },
          },
        },
      },
      ready: {
        description: 'The list is on screen.',
        tags: 'showing',
        initial: 'resting',
        states: {
          resting: {
            description: 'No form and no confirmation is open.',
            initial: 'deciding',
            on: {
              'entry.add': {
                target: 'writing',
                actions: {
                  type: 'openForm',
                  params: ({ event }) => ({ entry: null, draft: event.draft }),
                },
              },
              'entry.edit': {
                target: 'writing',
                actions: {
                  type: 'openForm',
                  params: ({ event }) => ({ entry: event.entry, draft: event.draft }),
                },
              },
              'entry.remove': {
                guard: { type: 'isListed', params: ({ event }) => ({ entry: event.entry }) },
                target: 'removing',
                actions: { type: 'keepEntry', params: ({ event }) => ({ entry: event.entry }) },
              },
              'action.choose': {
                target: 'confirming',
                actions: { type: 'keepAction', params: ({ event }) => ({ action: event.action }) },
              },
              'action.run': {
                target: 'acting',
                actions: { type: 'keepAction', params: ({ event }) => ({ action: event.action }) },
              },
            },
            states: {
              deciding: {
                always: [{ guard: 'isNotRestored', target: 'notRestored' }, { target: 'idle' }],
              },
              idle: {
                description: 'No request is running, and there is no problem to show.',
                entry: 'clearProblem',
                always: { guard: 'isToRestore', target: '#collection.ready.restoring' },
                after: { staleAfter: { guard: 'readsByTime', target: 'rereading' } },
                on: { 'list.refresh': 'rereading', 'network.returned': 'rereading' },
              },
              rereading: {
                description: 'The list is being read again; the current rows stay on screen.',
                tags: 'undoable',
                on: { 'list.refresh': { target: 'rereading', reenter: true } },
                invoke: {
                  id: 'readEntries',
                  src: 'readEntries',
                  input: ({ context }) => ({ scope: context.scope, isRefresh: true }),
                  onDone: {
                    target: 'deciding',
                    actions: [
                      { type: 'keepRows', params: ({ event }) => ({ listing: event.output }) },
                      { type: 'notifyParent', params: ({ event }) => ({ listing: event.output }) },
                    ],
                  },
                  onError: [
                    { guard: 'isNotRestored', target: 'notRestored' },
                    {
                      target: 'stale',
                      actions: {
                        type: 'keepProblem',
                        params: ({ event }) => ({ error: event.error }),
                      },
                    },
                  ],
                },
              },
              stale: {
                description: 'The list is old: it could not be read again.',
                tags: 'failed',
                always: { guard: 'isToRestore', target: '#collection.ready.restoring' },
                after: { staleAfter: { guard: 'readsByTime', target: 'rereading' } },
                on: {
                  'list.refresh': 'rereading',
                  retry: 'rereading',
                  'network.returned': 'rereading',
                },
              },
              refused: {
                description:
                  'An action or a removal failed, so the list is unchanged; the reason is on screen.',
                tags: 'failed',
                on: { 'problem.dismiss': 'deciding' },
              },
              notRestored: {
                description:
                  'A removed entry could not be restored; the reason is on screen, and it can be tried again.',
                tags: ['failed', 'undoable'],
                always: { guard: 'isToRestore', target: '#collection.ready.restoring' },
                on: {
                  'network.returned': 'rereading',
                  'problem.dismiss': { target: 'deciding', actions: 'forgetNotRestored' },
                },
              },
            },
          },
          writing: {
            description: 'The form is open, for a new entry or an entry of the list.',
            tags: 'writing',
            on: {
              'entry.save': {
                target: 'saving',
                actions: { type: 'keepDraft', params: ({ event }) => ({ draft: event.draft }) },
              },
              'form.cancel': 'resting',
            },
          },
          saving: {
            description: 'The entry is being saved.',
            tags: ['busy', 'writing'],
            on: { 'form.cancel': 'resting.rereading' },
            invoke: {
              id: 'saveEntry',
              src: 'saveEntry',
              input: ({ context: { scope, entry, draft } }) => ({
                scope,
                entry,
                draft: required(draft),
              }),
              onDone: {
                target: 'settling',
                actions: [
                  { type: 'keepOutcome', params: ({ event }) => ({ outcome: event.output }) },
                  'announceSave',
                ],
              },
              onError: {
                target: 'writing',
                actions: { type: 'keepProblem', params: ({ event }) => ({ error: event.error }) },
              },
            },
          },
          confirming: {
            description: 'A confirmation describes the action; nothing has happened yet.',
            on: { 'action.confirm': 'acting', 'action.cancel': 'resting' },
          },
          acting: {
            description: 'The action is being carried out.',
            tags: 'busy',
            invoke: {
              id: 'runAction',
              src: 'runAction',
              input: ({ context: { scope, action } }) => ({ scope, action: required(action) }),
              onDone: {
                target: 'settling',
                actions: [
                  { type: 'keepOutcome', params: ({ event }) => ({ outcome: event.output }) },
                  'announceAction',
                ],
              },
              onError: {
                target: 'resting.refused',
                actions: { type: 'keepProblem', params: ({ event }) => ({ error: event.error }) },
              },
            },
          },
          settling: {
            description: 'The outcome decides the next state.',
            always: [
              { guard: 'hasSecret', target: 'revealed' },
              {
                guard: 'isOnlyEntryChanged',
                target: 'resting',
                actions: { type: 'putEntry', params: ({ context }) => settled<Types>(context) },
              },
              {
                guard: 'hasEntry',
                target: 'resting.rereading',
                actions: { type: 'putEntry', params: ({ context }) => settled<Types>(context) },
              },
              { target: 'resting.rereading' },
            ],
          },
          revealed: {
            description:
              'The value that the server shows only once is on screen until the user dismisses it.',
            exit: 'forgetOutcome',
            on: { 'secret.dismiss': 'resting.rereading' },
          },
          removing: {
            description: 'An entry is being removed.',
            tags: 'busy',
            invoke: {
              id: 'removeEntry',
              src: 'removeEntry',
              input: ({ context }) => ({ entry: required(context.entry) }),
              onDone: {
                target: 'resting',
                actions: [
                  'dropEntry',
                  {
                    type: 'showUndo',
                    params: ({ context }) => ({ entry: required(context.entry) }),
                  },
                ],
              },
              onError: {
                target: 'resting.refused',
                actions: { type: 'keepProblem', params: ({ event }) => ({ error: event.error }) },
              },
            },
          },
          restoring: {
            description: 'A removed entry is being restored.',
            tags: 'busy',
            invoke: {
              id: 'restoreEntry',
              src: 'restoreEntry',
              input: ({ context }) => ({ entry: firstQueued(context) }),
              onDone: [
                {
                  guard: { type: 'isReturned', params: ({ event }) => ({ outcome: event.output }) },
                  target: 'resting',
                  actions: [
                    {
                      type: 'putEntry',
                      params: ({ event }) => ({
                        entry: required(event.output.entry),
                        action: null,
                      }),
                    },
                    'forgetRestored',
                  ],
                },
                { target: '#collection.reading', actions: 'forgetRestored' },
              ],
              onError: {
                target: 'resting',
                actions: {
                  type: 'keepNotRestored',
                  params: ({ event }) => ({ error: event.error }),
                },
              },
            },
          },
        },
      },
    },
  });

export type CollectionMachine<Types extends CollectionTypes> = ReturnType<
  typeof collectionOf<Types>
>;
export type CollectionActor<Types extends CollectionTypes> = ActorRefFrom<CollectionMachine<Types>>;
export type CollectionSnapshot<Types extends CollectionTypes> = SnapshotFrom<
  CollectionMachine<Types>
>;

const startOf = <Types extends CollectionTypes>({
  scope,
  parent,
}: Input<Types>): Context<Types> => ({
  scope,
  parent: parent ?? null,
  rows: [],
  extra: null,
  draft: null,
  entry: null,
  action: null,
  outcome: null,
  problem: null,
  ...emptyUndoQueue,
});

const settled = <Types extends CollectionTypes>({ outcome, action }: Context<Types>) => ({
  entry: required(outcome?.entry),
  action,
});

/** Returns a value that the current state guarantees to exist. */
function required<Value>(value: Value | null | undefined): Value {
  if (value !== null && value !== undefined) return value;
  throw new Error('A collection acted on nothing.');
}
