import { createActor, fromPromise } from 'xstate';
import type { Answer, Query, Question } from '#contract/query.ts';
import type { GraphPoint } from '#contract/report.ts';
import { annotationsMachine } from '#machines/annotations.ts';
import { loaderOf } from '#machines/loader.ts';
import { GraphPanel } from '#views/dashboard/GraphPanel.tsx';
import { annotationsPlan } from '../plans/annotations.ts';
import { recorder } from '../recorder.ts';
import { answered, graph, member, question } from '../samples.ts';
import { sceneOf } from '../scene.ts';
import { recast, selectionStage } from '../stage.tsx';

const { parent } = recorder<{ type: 'selection.changed'; query: Query | null }>();

const selection = createActor(selectionStage, { input: { member, facts: {}, parent } }).start();

const load = fromPromise<Answer<GraphPoint[]>, { query: Question }>(async () => answered(graph));

const points = createActor(loaderOf<GraphPoint[], Question>().provide({ actors: { load } }), {
  input: { query: question },
}).start();

export const annotationsScene = sceneOf(annotationsMachine, annotationsPlan, {
  cast: recast,
  view: (actor) => <GraphPanel actor={points} selection={selection} notes={actor} />,
});
