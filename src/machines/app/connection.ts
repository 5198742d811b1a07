import { type ActorRefFrom, assign, type SnapshotFrom, sendTo, setup } from 'xstate';
import { injected, optionalListener } from '../kit/injected.ts';
import type { Parent } from '../kit/parent.ts';

type Input = { parent: Parent<{ type: 'network.returned' }> };
type Context = Input & {
  /** How often in a row the server was asked in vain. */
  tries: number;
};
type NetworkReport = { type: 'network.lost' } | { type: 'network.returned' };
type ServerReport =
  | { type: 'server.missed' }
  | { type: 'server.answered' }
  | { type: 'server.returned' };
type Event = NetworkReport | ServerReport;

/**
 * Whether this browser has a network and somebody answers on it. Being without ends nothing: what is on screen stays.
 *
 * A server that is there again is known by the next answer. Where nobody asks for anything there is none, so a silent
 * server is asked whether it is there, less and less often, until it or any call is answered.
 */
export const connectionMachine = setup({
  types: {} as {
    context: Context;
    events: Event;
    input: Input;
    tags: 'failed';
    children: { network: 'network'; server: 'server'; askServer: 'askServer' };
  },
  actors: {
    network: optionalListener<NetworkReport>(),
    server: optionalListener<ServerReport>(),
    askServer: injected<void, void>('askServer'),
  },
  actions: {
    countTry: assign({ tries: ({ context }) => context.tries + 1 }),
    clearTries: assign({ tries: 0 }),
    reportReturn: sendTo(({ context }) => context.parent, { type: 'network.returned' }),
  },
  delays: { askAfter: ({ context }) => Math.min(3_000 * 1.5 ** context.tries, 15_000) },
}).createMachine({
  id: 'connection',
  description: 'Whether this browser has a network and somebody answers on it.',
  context: ({ input }) => ({ ...input, tries: 0 }),
  invoke: [
    { id: 'network', src: 'network' },
    { id: 'server', src: 'server' },
  ],
  initial: 'online',
  on: { 'server.returned': { actions: 'reportReturn' } },
  states: {
    online: {
      description: 'There is a network; nothing is said.',
      entry: 'clearTries',
      on: { 'network.lost': 'offline', 'server.missed': 'silent' },
    },
    silent: {
      description: 'The latest call was not answered; what asked for it says so in its own place.',
      after: { askAfter: 'asking' },
      on: { 'network.lost': 'offline', 'server.answered': 'online' },
    },
    asking: {
      description: 'The server is asked whether it is there again.',
      invoke: {
        id: 'askServer',
        src: 'askServer',
        onDone: 'online',
        onError: { target: 'silent', actions: 'countTry' },
      },
      on: { 'network.lost': 'offline', 'server.answered': 'online' },
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
