import { type ActorRefFrom, assign, type SnapshotFrom, setup } from 'xstate';
import type { OfferImport } from '#contract/offers/offer.ts';
import { type Problem, problemFrom } from '#contract/problem.ts';
import { type OfferImportRequest, takesLines } from '#model/offer-import.ts';
import type { ChosenFile } from '#model/reconcile.ts';
import { injected } from '../kit/injected.ts';
import type { Parent } from '../kit/parent.ts';

type Input = { project: number; parent: Parent<{ type: 'offers.changed' }> };
type Context = Input & {
  file: ChosenFile | null;
  /** What the file would change, then what it changed. */
  found: OfferImport | null;
  problem: Problem | null;
};
type Event =
  | { type: 'file.choose'; file: ChosenFile }
  | { type: 'import.start' }
  | { type: 'template.save' }
  | { type: 'retry' };

/**
 * Offers from a CSV file. A file is checked as soon as it is chosen, and nothing is stored before its lines were on
 * screen. Wrong lines are left out.
 */
export const offerImportMachine = setup({
  types: {} as {
    context: Context;
    events: Event;
    input: Input;
    tags: 'busy' | 'failed';
    children: { checkFile: 'checkFile'; importFile: 'importFile' };
  },
  actors: {
    checkFile: injected<OfferImport, OfferImportRequest>('checkFile'),
    importFile: injected<OfferImport, OfferImportRequest>('importFile'),
  },
  actions: {
    keepFile: assign({
      file: (_, params: { file: ChosenFile }) => params.file,
      found: null,
    }),
    keepFound: assign({ found: (_, params: { found: OfferImport }) => params.found }),
    keepProblem: assign({ problem: (_, params: { error: unknown }) => problemFrom(params.error) }),
    clearProblem: assign({ problem: null }),
    notifyParent: ({ context }) => context.parent.send({ type: 'offers.changed' }),
    saveTemplate: () => {},
  },
  guards: { takesLines: ({ context: { found } }) => found !== null && takesLines(found) },
}).createMachine({
  id: 'offerImport',
  description: 'Offers from a CSV file.',
  context: ({ input }) => ({ ...input, file: null, found: null, problem: null }),
  initial: 'choosing',
  on: {
    'template.save': { actions: 'saveTemplate' },
  },
  states: {
    choosing: {
      description: 'No file is chosen yet.',
      on: {
        'file.choose': {
          target: 'checking',
          actions: { type: 'keepFile', params: ({ event }) => ({ file: event.file }) },
        },
      },
    },
    checking: {
      description: 'The lines of the file are checked; nothing is stored.',
      tags: 'busy',
      entry: 'clearProblem',
      invoke: {
        id: 'checkFile',
        src: 'checkFile',
        input: ({ context }) => requestOf(context, true),
        onDone: {
          target: 'checked',
          actions: { type: 'keepFound', params: ({ event }) => ({ found: event.output }) },
        },
        onError: {
          target: 'checkFailed',
          actions: { type: 'keepProblem', params: ({ event }) => ({ error: event.error }) },
        },
      },
    },
    checkFailed: {
      description: 'The file could not be read or checked; the reason is on screen.',
      tags: 'failed',
      on: {
        retry: 'checking',
        'file.choose': {
          target: 'checking',
          actions: { type: 'keepFile', params: ({ event }) => ({ file: event.file }) },
        },
      },
    },
    checked: {
      description: 'What the file would change is on screen, line by line.',
      on: {
        'import.start': { guard: 'takesLines', target: 'importing' },
        'file.choose': {
          target: 'checking',
          actions: { type: 'keepFile', params: ({ event }) => ({ file: event.file }) },
        },
      },
    },
    importing: {
      description: 'The good lines are being stored.',
      tags: 'busy',
      entry: 'clearProblem',
      invoke: {
        id: 'importFile',
        src: 'importFile',
        input: ({ context }) => requestOf(context, false),
        onDone: {
          target: 'imported',
          actions: [
            { type: 'keepFound', params: ({ event }) => ({ found: event.output }) },
            'notifyParent',
          ],
        },
        onError: {
          target: 'importFailed',
          actions: { type: 'keepProblem', params: ({ event }) => ({ error: event.error }) },
        },
      },
    },
    importFailed: {
      description: 'The lines were not stored; they can be tried again.',
      tags: 'failed',
      on: {
        retry: 'importing',
        'file.choose': {
          target: 'checking',
          actions: { type: 'keepFile', params: ({ event }) => ({ file: event.file }) },
        },
      },
    },
    imported: {
      description: 'What was stored is on screen.',
      on: {
        'file.choose': {
          target: 'checking',
          actions: { type: 'keepFile', params: ({ event }) => ({ file: event.file }) },
        },
      },
    },
  },
});

export type OfferImportActor = ActorRefFrom<typeof offerImportMachine>;
export type OfferImportSnapshot = SnapshotFrom<typeof offerImportMachine>;

function requestOf({ project, file }: Context, isTrial: boolean): OfferImportRequest {
  if (file) return { project, file, isTrial };
  throw new Error('No file with offers is chosen.');
}
