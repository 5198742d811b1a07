import { type ActorRefFrom, type SnapshotFrom, sendTo, setup } from 'xstate';
import { optionalListener } from './injected.ts';
import type { Parent } from './parent.ts';

type Context = { parent: Parent<{ type: 'network.returned' }> };
type Event = { type: 'network.lost' } | { type: 'network.returned' };

/** Whether this browser has a network. Being without one ends nothing: what is on screen stays. */
export const connectionMachine = setup({
  types: {} as {
    context: Context;
    events: Event;
    input: Context;
    tags: 'failed';
    children: { network: 'network' };
  },
  actors: { network: optionalListener<Event>() },
  actions: {
    reportReturn: sendTo(({ context }) => context.parent, { type: 'network.returned' }),
  },
}).createMachine({
  id: 'connection',
  description: 'Whether this browser has a network.',
  context: ({ input }) => ({ ...input }),
  invoke: { id: 'network', src: 'network' },
  initial: 'online',
  states: {
    online: {
      description: 'There is a network; nothing is said.',
      on: { 'network.lost': 'offline' },
    },
    offline: {
      description: 'There is no network, and a line says so.',
      tags: 'failed',
      on: { 'network.returned': { target: 'online', actions: 'reportReturn' } },
    },
  },
});

export type ConnectionActor = ActorRefFrom<typeof connectionMachine>;
export type ConnectionSnapshot = SnapshotFrom<typeof connectionMachine>;
