import { type ActorRefFrom, assign, type SnapshotFrom, sendTo, setup } from 'xstate';
import { type Capability, mayRole } from '#contract/accounts/roles.ts';
import type { Session } from '#contract/accounts/session.ts';
import type { SplitTest } from '#contract/split-tests/schemas.ts';
import type { Query } from '#model/query.ts';
import type { PastScope, TestScope } from '#model/split-test-detail.ts';
import {
  type SplitTestPlace,
  type SplitTestRecalledEvent,
  snapshotParam,
} from '#model/split-tests.ts';
import { injectedListener } from '../kit/injected.ts';
import type { ScreenEvent, ScreenInput } from '../kit/screen.ts';
import {
  oneTestMachine,
  pastResultsMachine,
  saveTestMachine,
  unitLookUpMachine,
} from './split-test-parts.ts';
import { type TestChangedEvent, type TestOutdatedEvent, testChangeMachine } from './test-change.ts';
import { testResultsMachine } from './test-results.ts';

type Context = {
  member: Session;
  query: Query;
  place: SplitTestPlace | null;
  /** The test as last read. */
  test: SplitTest | null;
};
type Event =
  | SplitTestRecalledEvent
  | TestChangedEvent
  | TestOutdatedEvent
  | ScreenEvent
  | { type: 'list.read'; rows: SplitTest[] };
type Placed = { place: SplitTestPlace };
type Changed = { test: SplitTest };

/**
 * One split test: its life, what is known about it, what was decided and what is shipped.
 *
 * Each of these is a child of its own, because each may wait for an answer while the others go on. A draft has no
 * results and nothing to decide. What a child changed is shown at once and read again. The address may name an earlier
 * snapshot, which is shown instead of the latest one, and with nothing to do.
 */
export const splitTestDetailMachine = setup({
  types: {} as {
    context: Context;
    events: Event;
    input: Pick<ScreenInput, 'query' | 'member'>;
    tags: 'known' | 'past';
    children: {
      address: 'address';
      test: 'test';
      lifecycle: 'lifecycle';
      results: 'results';
      past: 'past';
      decision: 'decision';
      shipping: 'shipping';
      units: 'units';
      saving: 'saving';
    };
  },
  actors: {
    address: injectedListener<SplitTestRecalledEvent>('address'),
    test: oneTestMachine,
    lifecycle: testChangeMachine,
    results: testResultsMachine,
    past: pastResultsMachine,
    decision: testChangeMachine,
    shipping: testChangeMachine,
    units: unitLookUpMachine,
    saving: saveTestMachine,
  },
  actions: {
    keepPlace: assign({ place: (_, params: Placed) => params.place }),
    keepQuery: assign({ query: (_, params: { query: Query }) => params.query }),
    keepMember: assign({ member: (_, params: { member: Session }) => params.member }),
    keepTest: assign({ test: (_, params: { rows: SplitTest[] }) => params.rows[0] ?? null }),
    keepChanged: assign({ test: (_, params: Changed) => params.test }),
    forgetTest: assign({ test: null }),
    refreshTest: sendTo('test', { type: 'list.refresh' }),
    refreshResults: sendTo('results', { type: 'results.refresh' }),
    openCopy: (_, _params: Changed) => {},
    leaveTest: () => {},
  },
  guards: {
    isUnnamed: (_, { place }: Placed) => place.id === null,
    isAnotherTest: ({ context }, { place }: Placed) => place.id !== context.place?.id,
    isSameTest: ({ context }, { place }: Placed) => place.id === context.place?.id,
    isPast: ({ context }) => snapshotIn(context) !== null,
    isAnotherProject: ({ context }, { query }: { query: Query }) =>
      query.project !== context.query.project,
    isMissing: (_, { rows }: { rows: SplitTest[] }) => rows.length === 0,
    isStarted: ({ context: { test } }) => test !== null && test.started_at !== null,
    isCopy: ({ context: { place } }, { test }: Changed) => test.id !== place?.id,
  },
}).createMachine({
  id: 'splitTestDetail',
  description: 'One split test with its results, its decision and what is shipped.',
  context: ({ input: { member, query } }) => ({ member, query, place: null, test: null }),
  invoke: { id: 'address', src: 'address' },
  initial: 'starting',
  on: {
    'address.recalled': [
      {
        guard: { type: 'isUnnamed', params: ({ event }) => ({ place: event.place }) },
        target: '.missing',
        actions: { type: 'keepPlace', params: ({ event }) => ({ place: event.place }) },
      },
      {
        guard: { type: 'isAnotherTest', params: ({ event }) => ({ place: event.place }) },
        target: '.open',
        reenter: true,
        actions: { type: 'keepPlace', params: ({ event }) => ({ place: event.place }) },
      },
      { actions: { type: 'keepPlace', params: ({ event }) => ({ place: event.place }) } },
    ],
    'query.change': {
      actions: { type: 'keepQuery', params: ({ event }) => ({ query: event.query }) },
    },
    'member.change': {
      actions: { type: 'keepMember', params: ({ event }) => ({ member: event.member }) },
    },
  },
  states: {
    starting: { description: 'The address has not been read yet, or it is being left.' },
    missing: { description: 'There is no test at this address.' },
    open: {
      description: 'The address names a test.',
      entry: 'forgetTest',
      initial: 'reading',
      invoke: {
        id: 'test',
        src: 'test',
        input: ({ context, self }) => ({ scope: scopeOf(context), parent: self }),
      },
      on: {
        'list.read': [
          {
            guard: { type: 'isMissing', params: ({ event }) => ({ rows: event.rows }) },
            target: 'missing',
          },
          {
            target: '.known',
            actions: { type: 'keepTest', params: ({ event }) => ({ rows: event.rows }) },
          },
        ],
        'query.change': [
          {
            guard: { type: 'isAnotherProject', params: ({ event }) => ({ query: event.query }) },
            target: 'starting',
            actions: [
              { type: 'keepQuery', params: ({ event }) => ({ query: event.query }) },
              'leaveTest',
            ],
          },
          { actions: { type: 'keepQuery', params: ({ event }) => ({ query: event.query }) } },
        ],
      },
      states: {
        reading: { description: 'The test has not been read yet, or could not be read.' },
        known: {
          description: 'The test is on screen.',
          tags: 'known',
          initial: 'deciding',
          invoke: {
            id: 'lifecycle',
            src: 'lifecycle',
            input: ({ self }) => ({ parent: self }),
          },
          on: {
            'list.read': [
              {
                guard: { type: 'isMissing', params: ({ event }) => ({ rows: event.rows }) },
                target: '#splitTestDetail.missing',
              },
              {
                target: '.deciding',
                actions: { type: 'keepTest', params: ({ event }) => ({ rows: event.rows }) },
              },
            ],
            'test.outdated': { actions: 'refreshTest' },
            'test.changed': [
              {
                guard: { type: 'isCopy', params: ({ event }) => ({ test: event.test }) },
                actions: { type: 'openCopy', params: ({ event }) => ({ test: event.test }) },
              },
              {
                target: '.deciding',
                actions: [
                  { type: 'keepChanged', params: ({ event }) => ({ test: event.test }) },
                  'refreshTest',
                ],
              },
            ],
          },
          states: {
            deciding: { always: [{ guard: 'isStarted', target: 'started' }, { target: 'draft' }] },
            draft: { description: 'The test has not started, so there is nothing to know yet.' },
            started: {
              description: 'The test runs or has run.',
              initial: 'choosing',
              invoke: [
                {
                  id: 'results',
                  src: 'results',
                  input: ({ context }) => ({ scope: scopeOf(context) }),
                },
                { id: 'decision', src: 'decision', input: ({ self }) => ({ parent: self }) },
                { id: 'shipping', src: 'shipping', input: ({ self }) => ({ parent: self }) },
                { id: 'units', src: 'units' },
                { id: 'saving', src: 'saving' },
              ],
              states: {
                choosing: { always: [{ guard: 'isPast', target: 'past' }, { target: 'latest' }] },
                latest: { description: 'What is known now is shown.' },
                past: {
                  description: 'What was known at an earlier time is shown.',
                  tags: 'past',
                  invoke: {
                    id: 'past',
                    src: 'past',
                    input: ({ context }) => ({ query: pastScopeOf(context) }),
                  },
                },
              },
              on: {
                'address.recalled': {
                  guard: { type: 'isSameTest', params: ({ event }) => ({ place: event.place }) },
                  target: '.choosing',
                  actions: { type: 'keepPlace', params: ({ event }) => ({ place: event.place }) },
                },
                'list.read': [
                  {
                    guard: { type: 'isMissing', params: ({ event }) => ({ rows: event.rows }) },
                    target: '#splitTestDetail.missing',
                  },
                  {
                    actions: { type: 'keepTest', params: ({ event }) => ({ rows: event.rows }) },
                  },
                ],
                'test.changed': [
                  {
                    guard: { type: 'isCopy', params: ({ event }) => ({ test: event.test }) },
                    actions: { type: 'openCopy', params: ({ event }) => ({ test: event.test }) },
                  },
                  {
                    actions: [
                      { type: 'keepChanged', params: ({ event }) => ({ test: event.test }) },
                      'refreshTest',
                      'refreshResults',
                    ],
                  },
                ],
              },
            },
          },
        },
      },
    },
  },
});

export type SplitTestDetailActor = ActorRefFrom<typeof splitTestDetailMachine>;
export type SplitTestDetailSnapshot = SnapshotFrom<typeof splitTestDetailMachine>;

/** Whether the person may do something in the project of the screen. */
export const mayInTest = (
  { member, query }: Pick<Context, 'member' | 'query'>,
  capability: Capability,
): boolean => mayRole(member.projects.find(({ id }) => id === query.project)?.role, capability);

function scopeOf({ place, query }: Context): TestScope {
  if (place?.id) return { project: query.project, id: place.id };
  throw new Error('A test was asked for without an address.');
}

const snapshotIn = ({ place }: Pick<Context, 'place'>): string | null =>
  place?.params[snapshotParam] ?? null;

function pastScopeOf(context: Context): PastScope {
  const snapshot = snapshotIn(context);
  if (snapshot !== null) return { ...scopeOf(context), snapshot };
  throw new Error('A snapshot was asked for without its id.');
}
