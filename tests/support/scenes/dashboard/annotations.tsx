import { createActor, fromPromise } from 'xstate';
import type { GraphPoint } from '#contract/analytics/report.ts';
import { annotationsMachine } from '#machines/dashboard/annotations.ts';
import { loaderOf } from '#machines/kit/loader.ts';
import type { Query, Question, ReportResponse } from '#model/query.ts';
import { GraphPanel } from '#views/dashboard/GraphPanel.tsx';
import { annotationsPlan } from '../../plans/dashboard/annotations.ts';
import { recordingParent } from '../../recording-parent.ts';
import { answered, graph, member, question } from '../../samples.ts';
import { sceneOf } from '../../scene.ts';
import { stubbedSelection, withActors } from '../../stub-machines.ts';

const { parent } = recordingParent<{ type: 'selection.changed'; query: Query | null }>();

const selection = createActor(stubbedSelection, { input: { member, facts: {}, parent } }).start();

const load = fromPromise<ReportResponse<GraphPoint[]>, { query: Question }>(async () =>
  answered(graph),
);

const points = createActor(loaderOf<GraphPoint[], Question>().provide({ actors: { load } }), {
  input: { query: question },
}).start();

export const annotationsScene = sceneOf(annotationsMachine, annotationsPlan, {
  provide: withActors,
  view: (actor) => <GraphPanel actor={points} selection={selection} notes={actor} />,
});
