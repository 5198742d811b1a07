import { type ActorRefFrom, assign, setup } from 'xstate';
import type { DemoBackfill, Settings } from '#contract/installation/schemas.ts';
import { injected } from '../kit/injected.ts';

type Input = { isGrowing: boolean };
type Context = Input & {
  /** How much of the history is there, as last heard; null where it is whole or nothing was heard. */
  filling: DemoBackfill | null;
};

/** Polls until the history is complete, and never polls if it was complete when the member signed in. */
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
    isIncomplete: (_, params: { settings: Settings }) => params.settings.filling !== undefined,
  },
  delays: { pollAfter: 3_000 },
}).createMachine({
  id: 'demoBackfill',
  description:
    "Whether a demo's history is still being generated, while figures of past days change.",
  context: ({ input }) => ({ ...input, filling: null }),
  initial: 'deciding',
  states: {
    deciding: { always: [{ guard: 'isGrowing', target: 'polling' }, { target: 'complete' }] },
    polling: {
      description: 'The progress is being read.',
      invoke: {
        id: 'readSettings',
        src: 'readSettings',
        onDone: [
          {
            guard: { type: 'isIncomplete', params: ({ event }) => ({ settings: event.output }) },
            target: 'incomplete',
            actions: { type: 'keepFilling', params: ({ event }) => ({ settings: event.output }) },
          },
          { target: 'complete' },
        ],
        onError: 'incomplete',
      },
    },
    incomplete: {
      description: 'Figures of past days still change, and a line on the screen says so.',
      after: { pollAfter: 'polling' },
    },
    complete: { description: 'The history is complete.', entry: 'clearFilling' },
  },
});

export type DemoBackfillActor = ActorRefFrom<typeof demoBackfillMachine>;
