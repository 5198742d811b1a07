import { type ActorRefFrom, assign, type SnapshotFrom, setup } from 'xstate';
import type { Session } from '#contract/accounts/session.ts';
import type { Query } from '#model/query.ts';
import {
  defaultTestRange,
  type SplitTestPlace,
  type SplitTestRecalledEvent,
} from '#model/split-tests.ts';
import { injectedListener } from '../kit/injected.ts';
import type { ScreenEvent, ScreenInput } from '../kit/screen.ts';

type Context = { member: Session; query: Query; place: SplitTestPlace };
type Event = SplitTestRecalledEvent | ScreenEvent;

/** A new split test, or a draft that is written on. */
export const splitTestWizardMachine = setup({
  types: {} as {
    context: Context;
    events: Event;
    input: Pick<ScreenInput, 'query' | 'member'>;
    children: { address: 'address' };
  },
  actors: { address: injectedListener<SplitTestRecalledEvent>('address') },
  actions: {
    keepQuery: assign({ query: (_, params: { query: Query }) => params.query }),
    keepMember: assign({ member: (_, params: { member: Session }) => params.member }),
    keepPlace: assign({ place: (_, params: { place: SplitTestPlace }) => params.place }),
  },
}).createMachine({
  id: 'splitTestWizard',
  description: 'A new split test, or a draft that is written on.',
  context: ({ input: { member, query } }) => ({
    member,
    query,
    place: { id: null, range: defaultTestRange, tab: '', params: {} },
  }),
  invoke: { id: 'address', src: 'address' },
  initial: 'starting',
  on: {
    'address.recalled': {
      target: '.open',
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
    starting: { description: 'The address has not been read yet.' },
    open: { description: 'The wizard is on screen.' },
  },
});

export type SplitTestWizardActor = ActorRefFrom<typeof splitTestWizardMachine>;
export type SplitTestWizardSnapshot = SnapshotFrom<typeof splitTestWizardMachine>;
