import { type ActorRefFrom, assign, type SnapshotFrom, setup } from 'xstate';
import type { Query } from '#contract/query.ts';
import type { Session } from '#contract/session.ts';
import { injectedListener } from './injected.ts';

/** What the address asks for: a part of the screen, or the pixel that is being installed. */
export type PixelsRecalled = {
  type: 'pixels.recalled';
  part: 'masters' | 'install' | 'events';
  id: number | null;
};
type Recalled = Omit<PixelsRecalled, 'type'>;
type Context = { query: Query; member: Session; install: number | null };
type Event = PixelsRecalled | { type: 'query.change'; query: Query };

/**
 * The screen of pixels: those that stand in pages, and those that tell partners.
 *
 * Each part is a state that invokes its machines, so leaving a part ends its requests and closes its stream.
 */
export const pixelsMachine = setup({
  types: {} as {
    context: Context;
    events: Event;
    input: { query: Query; member: Session };
    tags: 'busy';
    children: { address: 'address' };
  },
  actors: { address: injectedListener<PixelsRecalled>('address') },
  actions: {
    keepQuery: assign({ query: (_, params: { query: Query }) => params.query }),
    keepInstall: assign({ install: (_, params: Recalled) => params.id }),
  },
  guards: {
    isInstall: (_, params: Recalled) => params.part === 'install' && params.id !== null,
    isEvents: (_, params: Recalled) => params.part === 'events',
  },
}).createMachine({
  id: 'pixels',
  description: 'The screen of pixels.',
  context: ({ input }) => ({ ...input, install: null }),
  invoke: { id: 'address', src: 'address' },
  initial: 'starting',
  on: {
    'pixels.recalled': [
      {
        guard: { type: 'isEvents', params: ({ event }) => event },
        target: '.events',
      },
      {
        guard: { type: 'isInstall', params: ({ event }) => event },
        target: '.installing',
        actions: { type: 'keepInstall', params: ({ event }) => event },
      },
      { target: '.masters' },
    ],
    'query.change': {
      actions: { type: 'keepQuery', params: ({ event }) => ({ query: event.query }) },
    },
  },
  states: {
    starting: { description: 'The address has not said yet what to show.', tags: 'busy' },
    masters: { description: 'The pixels of the project, and what arrives through them.' },
    installing: { description: 'One of them is being put on a page.' },
    events: { description: 'What partners of an affiliate are told.' },
  },
});

export type PixelsActor = ActorRefFrom<typeof pixelsMachine>;
export type PixelsSnapshot = SnapshotFrom<typeof pixelsMachine>;
