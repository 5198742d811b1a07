import { assign } from 'xstate';
import type { Annotation } from '#contract/annotations/schemas.ts';
import type { Question } from '#model/query.ts';
import { type CollectionActor, type CollectionSnapshot, collectionOf } from '../kit/collection.ts';

/** What a note says, and of which moment. */
export type NoteDraft = { at: string; text: string };

type Notes = {
  scope: Question;
  row: Annotation;
  extra: never;
  draft: NoteDraft;
  action: never;
  secret: never;
};

/**
 * What happened in the period of the graph, earliest first: notes of people, and marks of what the server knows.
 *
 * It is a machine beside the graph, so that the graph is shown also where the notes cannot be read. The figures are
 * asked for first.
 */
export const annotationsMachine = collectionOf<Notes>().provide({
  actions: {
    putEntry: assign({
      rows: ({ context: { rows } }, { entry }) =>
        [...rows.filter(({ id }) => id !== entry.id), entry].sort(byTime),
    }),
  },
  guards: {
    isElsewhere: ({ context }, { scope }) => windowOf(context.scope) !== windowOf(scope),
    readsAtOnce: () => false,
  },
});

export type AnnotationsActor = CollectionActor<Notes>;
export type AnnotationsSnapshot = CollectionSnapshot<Notes>;

const byTime = (a: Annotation, b: Annotation): number => Date.parse(a.at) - Date.parse(b.at);

const windowOf = ({ project, period, timezone }: Question): string =>
  [project, period.start, period.end, timezone].join();
