import { type ActorRefFrom, assign, type SnapshotFrom, sendTo, setup } from 'xstate';
import { injected, optionalListener } from '../kit/injected.ts';
import type { Parent } from '../kit/parent.ts';

type Input = { parent: Parent<{ type: 'network.returned' }> };
type Context = Input & {
  /** Failed readiness checks in a row. */
  failedPings: number;
};
type NetworkReport = { type: 'network.lost' } | { type: 'network.returned' };
type ServerReport =
  | { type: 'server.missed' }
  | { type: 'server.answered' }
  | { type: 'server.returned' };
type Event = NetworkReport | ServerReport;

/**
 * A lost connection ends nothing: the screen keeps what it shows.
 *
 * The next response shows that the server is back. When no call is made, there is no such response, so an unanswered
 * server is pinged, less and less often, until a ping or a call succeeds.
 */
export const connectionMachine = setup({
  types: {} as {
    context: Context;
    events: Event;
    input: Input;
    tags: 'failed';
    children: { network: 'network'; server: 'server'; pingServer: 'pingServer' };
  },
  actors: {
    network: optionalListener<NetworkReport>(),
    server: optionalListener<ServerReport>(),
    pingServer: injected<void, void>('pingServer'),
  },
  actions: {
    countFailedPing: assign({ failedPings: ({ context }) => context.failedPings + 1 }),
    clearFailedPings: assign({ failedPings: 0 }),
    notifyReturned: sendTo(({ context }) => context.parent, { type: 'network.returned' }),
  },
  delays: { pingAfter: ({ context }) => Math.min(3_000 * 1.5 ** context.failedPings, 15_000) },
}).createMachine({
  id: 'connection',
  description: 'Whether the browser is online and the server answers.',
  context: ({ input }) => ({ ...input, failedPings: 0 }),
  invoke: [
    { id: 'network', src: 'network' },
    { id: 'server', src: 'server' },
  ],
  initial: 'online',
  on: { 'server.returned': { actions: 'notifyReturned' } },
  states: {
    online: {
      description: 'The browser is online and the server answers.',
      entry: 'clearFailedPings',
      on: { 'network.lost': 'offline', 'server.missed': 'unanswered' },
    },
    unanswered: {
      description: 'The latest call got no response; the part of the screen that made it says so.',
      after: { pingAfter: 'pinging' },
      on: { 'network.lost': 'offline', 'server.answered': 'online' },
    },
    pinging: {
      description: 'The server is pinged.',
      invoke: {
        id: 'pingServer',
        src: 'pingServer',
        onDone: 'online',
        onError: { target: 'unanswered', actions: 'countFailedPing' },
      },
      on: { 'network.lost': 'offline', 'server.answered': 'online' },
    },
    offline: {
      description: 'The browser is offline, and a line on the screen says so.',
      tags: 'failed',
      on: { 'network.returned': { target: 'online', actions: 'notifyReturned' } },
    },
  },
});

export type ConnectionActor = ActorRefFrom<typeof connectionMachine>;
export type ConnectionSnapshot = SnapshotFrom<typeof connectionMachine>;
