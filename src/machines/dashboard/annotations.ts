import { type ActorRefFrom, assign, type SnapshotFrom, setup } from 'xstate';
import type { Annotation } from '#contract/annotations/schemas.ts';
import { type Problem, problemFrom } from '#contract/problem.ts';
import type { Question } from '#model/query.ts';
import { injected, optionalListener, type Recovery } from '../kit/injected.ts';
import {
  afterDismissal,
  afterRefusal,
  afterReturn,
  askedBack,
  type Returning,
  returningOf,
} from '../kit/undo-queue.ts';

/** What a note says, and of which moment. */
export type NoteDraft = { at: string; text: string };

type Context = Returning<Annotation> & {
  question: Question;
  /** What happened in the period of the question, earliest first. */
  annotations: Annotation[];
  draft: NoteDraft;
  /** The note that is being changed or removed. */
  note: Annotation | null;
  problem: Problem | null;
};
type Event =
  | { type: 'query.change'; question: Question }
  | { type: 'retry' }
  | { type: 'note.start'; at: string }
  | { type: 'note.edit'; note: Annotation }
  | { type: 'note.save'; draft: NoteDraft }
  | { type: 'note.cancel' }
  | { type: 'note.remove'; note: Annotation }
  | { type: 'note.restore'; note: Annotation }
  | { type: 'problem.dismiss' }
  | { type: 'network.returned' };

/**
 * What happened while the curves of the graph were made: people's notes, and marks of what the server knows.
 *
 * It stands beside the graph, so that a note which cannot be read hides no figure. Another project, period or zone
 * asks anew, and so do every minute, because colleagues write notes too, and a network that is back. What the server
 * refused stays in the form. Removed notes come back without a confirmation, one after the other, as soon as nothing
 * else is being done.
 */
export const annotationsMachine = setup({
  types: {} as {
    context: Context;
    events: Event;
    input: { question: Question };
    tags: 'busy' | 'failed' | 'writing' | 'undoable';
    children: {
      readAnnotations: 'readAnnotations';
      createNote: 'createNote';
      changeNote: 'changeNote';
      removeNote: 'removeNote';
      restoreNote: 'restoreNote';
      network: 'network';
    };
  },
  actors: {
    readAnnotations: injected<Annotation[], { question: Question; isRefresh?: boolean }>(
      'readAnnotations',
    ),
    createNote: injected<Annotation, { project: number; draft: NoteDraft }>('createNote'),
    changeNote: injected<Annotation, { id: number; draft: NoteDraft }>('changeNote'),
    removeNote: injected<void, { id: number }>('removeNote'),
    restoreNote: injected<void, { id: number }>('restoreNote'),
    network: optionalListener<Recovery>(),
  },
  actions: {
    keepQuestion: assign({
      question: (_, params: { question: Question }) => params.question,
      annotations: [],
    }),
    keepAnnotations: assign({
      annotations: (_, params: { annotations: Annotation[] }) => params.annotations,
    }),
    keepMoment: assign({ draft: (_, params: { at: string }) => ({ at: params.at, text: '' }) }),
    keepDraft: assign({ draft: (_, params: { draft: NoteDraft }) => params.draft }),
    keepNote: assign({ note: (_, params: { note: Annotation }) => params.note }),
    addNote: assign({
      annotations: ({ context }, params: { note: Annotation }) =>
        [...context.annotations.filter(({ id }) => id !== params.note.id), params.note].sort(
          inOrder,
        ),
    }),
    dropNote: assign({
      annotations: ({ context }) => context.annotations.filter(({ id }) => id !== idOf(context)),
    }),
    keepReturning: assign(({ context }, params: { note: Annotation }) =>
      askedBack(context, params.note),
    ),
    forgetReturned: assign(({ context }) => afterReturn(context)),
    keepUnrestored: assign(({ context }, params: { error: unknown }) =>
      afterRefusal(context, params.error),
    ),
    forgetUnrestored: assign(({ context }) => afterDismissal(context)),
    keepProblem: assign({ problem: (_, params: { error: unknown }) => problemFrom(params.error) }),
    clearProblem: assign({ problem: null }),
    offerUndo: (_, _params: { note: Annotation }) => {},
  },
  guards: {
    isElsewhere: ({ context }, params: { question: Question }) =>
      windowOf(context.question) !== windowOf(params.question),
    isAway: ({ context: { annotations, returning } }, params: { note: Annotation }) =>
      ![...annotations, ...returning].some(({ id }) => id === params.note.id),
    hasReturning: ({ context }) => context.returning.length > 0,
    hasUnrestored: ({ context }) => context.unrestored.length > 0,
  },
  delays: { figuresFirst: 300, staleAfter: 60_000 },
}).createMachine({
  id: 'annotations',
  description: 'What happened while the curves of the graph were made.',
  context: ({ input }) => ({
    question: input.question,
    annotations: [],
    draft: { at: '', text: '' },
    note: null,
    returning: [],
    unrestored: [],
    problem: null,
  }),
  invoke: { id: 'network', src: 'network' },
  initial: 'waiting',
  on: {
    'query.change': {
      guard: { type: 'isElsewhere', params: ({ event }) => ({ question: event.question }) },
      target: '.waiting',
      reenter: true,
      actions: { type: 'keepQuestion', params: ({ event }) => ({ question: event.question }) },
    },
    'note.restore': {
      guard: { type: 'isAway', params: ({ event }) => ({ note: event.note }) },
      actions: { type: 'keepReturning', params: ({ event }) => ({ note: event.note }) },
    },
  },
  states: {
    waiting: {
      description: 'The figures are asked for first.',
      after: { figuresFirst: 'reading' },
    },
    reading: {
      description: 'The notes are on their way.',
      tags: 'busy',
      entry: 'clearProblem',
      invoke: {
        id: 'readAnnotations',
        src: 'readAnnotations',
        input: ({ context }) => ({ question: context.question }),
        onDone: {
          target: 'ready',
          actions: {
            type: 'keepAnnotations',
            params: ({ event }) => ({ annotations: event.output }),
          },
        },
        onError: {
          target: 'failed',
          actions: { type: 'keepProblem', params: ({ event }) => ({ error: event.error }) },
        },
      },
      on: { 'network.returned': { target: 'reading', reenter: true } },
    },
    failed: {
      description: 'Nobody knows what happened; the figures stand without it.',
      tags: 'failed',
      always: { guard: 'hasReturning', target: 'restoring' },
      on: { retry: 'reading', 'network.returned': 'reading' },
    },
    ready: {
      description: 'The notes stand on the graph.',
      initial: 'resting',
      states: {
        resting: {
          description: 'No note is being written.',
          initial: 'deciding',
          always: { guard: 'hasReturning', target: '#annotations.restoring' },
          on: {
            'note.start': {
              target: 'composing',
              actions: [
                'clearProblem',
                { type: 'keepMoment', params: ({ event }) => ({ at: event.at }) },
              ],
            },
            'note.edit': {
              target: 'editing',
              actions: [
                'clearProblem',
                { type: 'keepNote', params: ({ event }) => ({ note: event.note }) },
                { type: 'keepDraft', params: ({ event }) => ({ draft: draftOf(event.note) }) },
              ],
            },
            'note.remove': {
              target: 'removing',
              actions: { type: 'keepNote', params: ({ event }) => ({ note: event.note }) },
            },
          },
          states: {
            deciding: {
              always: [{ guard: 'hasUnrestored', target: 'unrestored' }, { target: 'idle' }],
            },
            idle: {
              description: 'They were read a moment ago.',
              entry: 'clearProblem',
              after: { staleAfter: 'rereading' },
              on: { 'network.returned': 'rereading' },
            },
            rereading: {
              description: 'The notes stay on screen until what others changed meanwhile is read.',
              invoke: {
                id: 'readAnnotations',
                src: 'readAnnotations',
                input: ({ context }) => ({ question: context.question, isRefresh: true }),
                onDone: {
                  target: 'idle',
                  actions: {
                    type: 'keepAnnotations',
                    params: ({ event }) => ({ annotations: event.output }),
                  },
                },
                onError: 'idle',
              },
            },
            refused: {
              description: 'The notes are as they were; the server said why.',
              tags: 'failed',
              on: { 'problem.dismiss': 'idle' },
            },
            unrestored: {
              description:
                'A removed note is still away; the server said why, and it can be tried again.',
              tags: ['failed', 'undoable'],
              on: { 'problem.dismiss': { target: 'deciding', actions: 'forgetUnrestored' } },
            },
          },
        },
        composing: {
          description: 'A new note is being written.',
          tags: 'writing',
          on: {
            'note.save': {
              target: 'adding',
              actions: { type: 'keepDraft', params: ({ event }) => ({ draft: event.draft }) },
            },
            'note.cancel': 'resting',
          },
        },
        adding: {
          description: 'A new note is being saved.',
          tags: ['busy', 'writing'],
          invoke: {
            id: 'createNote',
            src: 'createNote',
            input: ({ context }) => ({ project: context.question.project, draft: context.draft }),
            onDone: {
              target: 'resting',
              actions: { type: 'addNote', params: ({ event }) => ({ note: event.output }) },
            },
            onError: {
              target: 'composing',
              actions: { type: 'keepProblem', params: ({ event }) => ({ error: event.error }) },
            },
          },
        },
        editing: {
          description: 'A note that is there is being changed.',
          tags: 'writing',
          on: {
            'note.save': {
              target: 'changing',
              actions: { type: 'keepDraft', params: ({ event }) => ({ draft: event.draft }) },
            },
            'note.cancel': 'resting',
          },
        },
        changing: {
          description: 'A changed note is being saved.',
          tags: ['busy', 'writing'],
          invoke: {
            id: 'changeNote',
            src: 'changeNote',
            input: ({ context }) => ({ id: idOf(context), draft: context.draft }),
            onDone: {
              target: 'resting',
              actions: { type: 'addNote', params: ({ event }) => ({ note: event.output }) },
            },
            onError: {
              target: 'editing',
              actions: { type: 'keepProblem', params: ({ event }) => ({ error: event.error }) },
            },
          },
        },
        removing: {
          description: 'A note is being removed.',
          tags: 'busy',
          invoke: {
            id: 'removeNote',
            src: 'removeNote',
            input: ({ context }) => ({ id: idOf(context) }),
            onDone: {
              target: 'resting',
              actions: [
                'dropNote',
                { type: 'offerUndo', params: ({ context }) => ({ note: named(context.note) }) },
              ],
            },
            onError: {
              target: 'resting.refused',
              actions: { type: 'keepProblem', params: ({ event }) => ({ error: event.error }) },
            },
          },
        },
      },
    },
    restoring: {
      description: 'A removed note is coming back, whatever is on screen by now.',
      tags: 'busy',
      invoke: {
        id: 'restoreNote',
        src: 'restoreNote',
        input: ({ context }) => ({ id: returningOf(context).id ?? 0 }),
        onDone: { target: 'reading', actions: 'forgetReturned' },
        onError: {
          target: 'ready.resting',
          actions: { type: 'keepUnrestored', params: ({ event }) => ({ error: event.error }) },
        },
      },
    },
  },
});

export type AnnotationsActor = ActorRefFrom<typeof annotationsMachine>;
export type AnnotationsSnapshot = SnapshotFrom<typeof annotationsMachine>;

const inOrder = (a: Annotation, b: Annotation): number => Date.parse(a.at) - Date.parse(b.at);

const draftOf = ({ at, text }: Annotation): NoteDraft => ({ at, text });

function named(note: Annotation | null | undefined): Annotation {
  if (note) return note;
  throw new Error('No note was named.');
}

const idOf = ({ note }: Context): number => note?.id ?? 0;

const windowOf = ({ project, period, timezone }: Question): string =>
  [project, period.start, period.end, timezone].join();
