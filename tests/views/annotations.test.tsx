import { screen } from '@testing-library/react';
import { expect } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import type { Answer, Query, Question } from '#contract/query.ts';
import type { GraphPoint } from '#contract/report.ts';
import { type AnnotationsSnapshot, annotationsMachine } from '#machines/annotations.ts';
import { loaderOf } from '#machines/loader.ts';
import { GraphPanel } from '#views/dashboard/GraphPanel.tsx';
import { annotationsGestures } from '../support/gestures/annotations.ts';
import { annotationsPlan } from '../support/plans/annotations.ts';
import { recorder } from '../support/recorder.ts';
import { answered, graph, member, question } from '../support/samples.ts';
import { recast, selectionStage } from '../support/stage.tsx';
import { walkViewed } from '../support/viewed.tsx';

const { parent } = recorder<{ type: 'selection.changed'; query: Query | null }>();
const selection = createActor(selectionStage, { input: { member, facts: {}, parent } }).start();
const load = fromPromise<Answer<GraphPoint[]>, { query: Question }>(async () => answered(graph));
const points = createActor(loaderOf<GraphPoint[], Question>().provide({ actors: { load } }), {
  input: { query: question },
}).start();

/** The graph in every state; beside it the notes, or why they are missing; above it the form. */
function sees(state: AnnotationsSnapshot) {
  const writing = state.hasTag('writing');
  expect(screen.queryByRole('dialog', { name: /note$/ }) !== null).toBe(writing);
  const slider = screen.getByRole('slider', { name: 'Point in time', hidden: writing });
  expect(slider).toBeDefined();
  const { annotations, problem } = state.context;
  const flags = screen.queryAllByRole('button', {
    name: /^(\d notes, )?Nov 20, \d\d:\d\d: /,
    hidden: writing,
  });
  const placed = flags.flatMap((flag) => (flag.getAttribute('aria-label') ?? '').split('; '));
  expect(placed).toHaveLength(annotations.length);
  const isTold = screen.queryAllByRole('alert').length > 0;
  expect(isTold).toBe(state.hasTag('failed') || (writing && problem?.kind === 'offline'));
  const save = screen.queryByRole('button', { name: /^(Add|Save) note$/ });
  expect(save?.matches(':disabled') ?? null).toBe(writing ? state.hasTag('busy') : null);
}

walkViewed(annotationsMachine, annotationsPlan, {
  cast: recast,
  view: (actor) => <GraphPanel actor={points} selection={selection} notes={actor} />,
  gestures: annotationsGestures,
  sees,
});
