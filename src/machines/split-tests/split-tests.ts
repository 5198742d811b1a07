import { type ActorRefFrom, assign, type SnapshotFrom, sendTo, setup } from 'xstate';
import { type Capability, mayRole } from '#contract/accounts/roles.ts';
import type { Session } from '#contract/accounts/session.ts';
import type { TestLine } from '#contract/split-tests/schemas.ts';
import type { Query } from '#model/query.ts';
import {
  defaultTestRange,
  type SplitTestPlace,
  type SplitTestRecalledEvent,
  type TestAction,
} from '#model/split-tests.ts';
import { type CollectionActor, type CollectionSnapshot, collectionOf } from '../kit/collection.ts';
import { injectedListener } from '../kit/injected.ts';
import type { ScreenEvent, ScreenInput } from '../kit/screen.ts';

type TestRows = {
  scope: { project: number };
  row: TestLine;
  extra: never;
  draft: never;
  action: TestAction;
  secret: never;
};

/** The split tests of a project, those of all tabs. */
export const testRowsMachine = collectionOf<TestRows>();
export type TestRowsActor = CollectionActor<TestRows>;
export type TestRowsSnapshot = CollectionSnapshot<TestRows>;

type Context = { member: Session; query: Query; place: SplitTestPlace };
type Event =
  | SplitTestRecalledEvent
  | ScreenEvent
  /** A filter or the search; an empty text takes one out. */
  | { type: 'params.change'; params: Record<string, string> };

/**
 * The split tests of a project.
 *
 * The list is an actor of its own that reads the tests of all tabs at once, so that changing the tab requests nothing
 * and what is ready to be decided shows on each of them. The tab and the filters belong to the address.
 */
export const splitTestsMachine = setup({
  types: {} as {
    context: Context;
    events: Event;
    input: Pick<ScreenInput, 'query' | 'member'>;
    children: { address: 'address'; list: 'list' };
  },
  actors: {
    address: injectedListener<SplitTestRecalledEvent>('address'),
    list: testRowsMachine,
  },
  actions: {
    keepQuery: assign({ query: (_, params: { query: Query }) => params.query }),
    keepMember: assign({ member: (_, params: { member: Session }) => params.member }),
    keepPlace: assign({ place: (_, params: { place: SplitTestPlace }) => params.place }),
    keepParams: assign({
      place: ({ context: { place } }, { params }: { params: Record<string, string> }) => ({
        ...place,
        params: { ...place.params, ...params },
      }),
    }),
    openProject: sendTo('list', ({ context }) => ({
      type: 'scope.change' as const,
      scope: { project: context.query.project },
    })),
    correctAddress: () => {},
  },
  guards: {
    isElsewhere: ({ context }, params: { query: Query }) =>
      context.query.project !== params.query.project,
  },
}).createMachine({
  id: 'splitTests',
  description: 'The split tests of a project.',
  context: ({ input: { member, query } }) => ({
    member,
    query,
    place: { id: null, range: defaultTestRange, tab: '', params: {} },
  }),
  invoke: [
    {
      id: 'list',
      src: 'list',
      input: ({ context }) => ({ scope: { project: context.query.project } }),
    },
    { id: 'address', src: 'address' },
  ],
  initial: 'starting',
  on: {
    'member.change': {
      actions: { type: 'keepMember', params: ({ event }) => ({ member: event.member }) },
    },
    'query.change': [
      {
        guard: { type: 'isElsewhere', params: ({ event }) => ({ query: event.query }) },
        actions: [
          { type: 'keepQuery', params: ({ event }) => ({ query: event.query }) },
          'openProject',
        ],
      },
      { actions: { type: 'keepQuery', params: ({ event }) => ({ query: event.query }) } },
    ],
    'address.recalled': {
      target: '.open',
      actions: { type: 'keepPlace', params: ({ event }) => ({ place: event.place }) },
    },
  },
  states: {
    starting: { description: 'The address has not been read yet, so the tab is unknown.' },
    open: {
      description: 'The tests of a tab are on screen.',
      on: {
        'params.change': {
          actions: [
            { type: 'keepParams', params: ({ event }) => ({ params: event.params }) },
            'correctAddress',
          ],
        },
      },
    },
  },
});

export type SplitTestsActor = ActorRefFrom<typeof splitTestsMachine>;
export type SplitTestsSnapshot = SnapshotFrom<typeof splitTestsMachine>;

/** Whether the member may do something with the split tests of the project. */
export const mayWithTests = (
  { member, query }: Pick<Context, 'member' | 'query'>,
  capability: Extract<Capability, `split-test.${string}`>,
): boolean => mayRole(member.projects.find(({ id }) => id === query.project)?.role, capability);
