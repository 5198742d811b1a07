import { type ActorRefFrom, assign, type SnapshotFrom, setup } from 'xstate';
import { type Problem, problemFrom } from '#contract/problem.ts';
import type { ExportRequest } from '#model/export.ts';
import { injected } from '../kit/injected.ts';

export type SavedFile = { name: string; bytes: number };

type Context = { request: ExportRequest | null; file: SavedFile | null; problem: Problem | null };
type Event =
  | { type: 'export.start'; request: ExportRequest }
  | { type: 'export.cancel' }
  | { type: 'export.dismiss' }
  | { type: 'retry' };

/** One file at a time: from the choice of a format until it is saved. Leaving `preparing` ends the request. */
export const exportMachine = setup({
  types: {} as {
    context: Context;
    events: Event;
    tags: 'busy' | 'failed';
    children: { saveExport: 'saveExport' };
  },
  actors: { saveExport: injected<SavedFile, { request: ExportRequest | null }>('saveExport') },
  actions: {
    keepRequest: assign({
      request: (_, params: { request: ExportRequest }) => params.request,
      file: null,
      problem: null,
    }),
    keepFile: assign({ file: (_, params: { file: SavedFile }) => params.file }),
    keepProblem: assign({ problem: (_, params: { error: unknown }) => problemFrom(params.error) }),
    clearProblem: assign({ problem: null }),
  },
  delays: { noticeOver: 8_000 },
}).createMachine({
  id: 'export',
  description: 'Figures on their way into a file.',
  context: { request: null, file: null, problem: null },
  initial: 'idle',
  on: {
    'export.start': {
      target: '.preparing',
      reenter: true,
      actions: { type: 'keepRequest', params: ({ event }) => ({ request: event.request }) },
    },
  },
  states: {
    idle: {
      description: 'Nothing is being exported.',
    },
    preparing: {
      description: 'The server writes the file and the browser receives it.',
      tags: 'busy',
      entry: 'clearProblem',
      on: { 'export.cancel': 'idle' },
      invoke: {
        id: 'saveExport',
        src: 'saveExport',
        input: ({ context }) => ({ request: context.request }),
        onDone: {
          target: 'done',
          actions: { type: 'keepFile', params: ({ event }) => ({ file: event.output }) },
        },
        onError: {
          target: 'failed',
          actions: { type: 'keepProblem', params: ({ event }) => ({ error: event.error }) },
        },
      },
    },
    done: {
      description: 'The file is where the browser keeps downloads.',
      after: { noticeOver: 'idle' },
      on: { 'export.dismiss': 'idle' },
    },
    failed: {
      description: 'There is no file, and a reason why.',
      tags: 'failed',
      on: { retry: 'preparing', 'export.dismiss': 'idle' },
    },
  },
});

export type ExportActor = ActorRefFrom<typeof exportMachine>;
export type ExportSnapshot = SnapshotFrom<typeof exportMachine>;
