import { type ActorRefFrom, assign, type SnapshotFrom, setup } from 'xstate';
import type { Document, DocumentName } from '#contract/documents/schemas.ts';
import { type Problem, problemFrom } from '#contract/problem.ts';
import { injected } from '../kit/injected.ts';

type Input = { name: DocumentName };
type Context = Input & { text: string; problem: Problem | null };
type Event = { type: 'retry' };

/** A text of this installation: its policy, or its terms. */
export const documentMachine = setup({
  types: {} as {
    context: Context;
    events: Event;
    input: Input;
    tags: 'busy' | 'failed' | 'showing';
    children: { readDocument: 'readDocument' };
  },
  actors: { readDocument: injected<Document, Input>('readDocument') },
  actions: {
    keepText: assign({ text: (_, params: { document: Document }) => params.document.text }),
    keepProblem: assign({ problem: (_, params: { error: unknown }) => problemFrom(params.error) }),
  },
}).createMachine({
  id: 'document',
  description: 'A text of this installation.',
  context: ({ input }) => ({ ...input, text: '', problem: null }),
  initial: 'reading',
  states: {
    reading: {
      description: 'The text is on its way.',
      tags: 'busy',
      invoke: {
        id: 'readDocument',
        src: 'readDocument',
        input: ({ context }) => ({ name: context.name }),
        onDone: {
          target: 'ready',
          actions: { type: 'keepText', params: ({ event }) => ({ document: event.output }) },
        },
        onError: {
          target: 'failed',
          actions: { type: 'keepProblem', params: ({ event }) => ({ error: event.error }) },
        },
      },
    },
    ready: {
      description: 'The text is on screen.',
      tags: 'showing',
    },
    failed: {
      description: 'The text did not come; it can be asked for again.',
      tags: 'failed',
      on: { retry: 'reading' },
    },
  },
});

export type DocumentActor = ActorRefFrom<typeof documentMachine>;
export type DocumentSnapshot = SnapshotFrom<typeof documentMachine>;
