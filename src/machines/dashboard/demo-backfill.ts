import { type ActorRefFrom, assign, setup } from 'xstate';
import type { DemoBackfill, Settings } from '#contract/settings/schemas.ts';
import { injected } from '../kit/injected.ts';

type Input = { isGrowing: boolean };
type Context = Input & {
  /** How much of the history is there, as last heard; null where it is whole or nothing was heard. */
  filling: DemoBackfill | null;
};

/**
 * Whether the history of a demo is still being sent, which lets figures of past days grow.
 *
 * Asked again until it is whole, and never where it was when the member came in.
 */
export const demoBackfillMachine = setup({
  types: {} as {
    context: Context;
    input: Input;
    children: { readSettings: 'readSettings' };
  },
  actors: { readSettings: injected<Settings, void>('readSettings') },
  actions: {
    keepFilling: assign({
      filling: (_, params: { settings: Settings }) => params.settings.filling ?? null,
    }),
    clearFilling: assign({ filling: null }),
  },
  guards: {
    isGrowing: ({ context }) => context.isGrowing,
    isStillGrowing: (_, params: { settings: Settings }) => params.settings.filling !== undefined,
  },
  delays: { askAgainAfter: 3_000 },
}).createMachine({
  id: 'demoBackfill',
  description: 'Whether the history of a demo is still being sent.',
  context: ({ input }) => ({ ...input, filling: null }),
  initial: 'deciding',
  states: {
    deciding: { always: [{ guard: 'isGrowing', target: 'asking' }, { target: 'whole' }] },
    asking: {
      description: 'It is being asked how much of the history is there by now.',
      invoke: {
        id: 'readSettings',
        src: 'readSettings',
        onDone: [
          {
            guard: { type: 'isStillGrowing', params: ({ event }) => ({ settings: event.output }) },
            target: 'growing',
            actions: { type: 'keepFilling', params: ({ event }) => ({ settings: event.output }) },
          },
          { target: 'whole' },
        ],
        onError: 'growing',
      },
    },
    growing: {
      description: 'Figures of past days still grow, and a line says so.',
      after: { askAgainAfter: 'asking' },
    },
    whole: { description: 'The history is there; nothing is said.', entry: 'clearFilling' },
  },
});

export type DemoBackfillActor = ActorRefFrom<typeof demoBackfillMachine>;
