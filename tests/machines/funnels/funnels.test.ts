import { expect, it } from 'vitest';
import { createActor, fromCallback } from 'xstate';
import { type FiguresQuestion, funnelsMachine } from '#machines/funnels/funnels.ts';
import { draftRow, figures, mainRow, pausedRow } from '../../support/funnels.ts';
import { member, offline, query } from '../../support/samples.ts';

function open() {
  const questions: FiguresQuestion[] = [];
  const visited: unknown[] = [];
  const actor = createActor(
    funnelsMachine.provide({
      actors: {
        address: fromCallback(() => {}),
        list: fromCallback(() => {}) as never,
        readFigures: fromCallback(({ input }) => void questions.push(input)),
      },
      actions: { visitRange: ({ context }) => void visited.push(context.place.range) },
    }),
    { input: { query, member } },
  ).start();
  return { actor, questions, visited };
}

it('reads figures of published funnels only, those without figures first', () => {
  const { actor, questions } = open();
  actor.send({ type: 'list.read', rows: [mainRow, draftRow, pausedRow] });
  expect(questions).toEqual([
    {
      project: 7,
      affiliates: [],
      timezone: query.timezone,
      range: 'last_30_days',
      slugs: ['main', 'summer'],
    },
  ]);
  actor.send({ type: 'figures.arrived', slug: 'main', figures });
  actor.send({ type: 'figures.failed', slug: 'summer', problem: offline });
  expect(actor.getSnapshot().context.figures).toEqual({
    main: { figures, problem: null },
    summer: { figures: null, problem: offline },
  });
  actor.send({ type: 'figures.finished' });
  actor.send({ type: 'figures.retry', slug: 'summer' });
  expect(questions[1]?.slugs).toEqual(['summer', 'main']);
});

it('keeps figures on screen when they cannot be read again', () => {
  const { actor } = open();
  actor.send({ type: 'list.read', rows: [mainRow] });
  actor.send({ type: 'figures.arrived', slug: 'main', figures });
  actor.send({ type: 'list.read', rows: [mainRow] });
  actor.send({ type: 'figures.failed', slug: 'main', problem: offline });
  expect(actor.getSnapshot().context.figures.main).toEqual({ figures, problem: offline });
});

it('shows no figure of other days, affiliates or projects', () => {
  const { actor, questions, visited } = open();
  const known = () => Object.keys(actor.getSnapshot().context.figures);
  const read = () => {
    actor.send({ type: 'list.read', rows: [mainRow] });
    actor.send({ type: 'figures.arrived', slug: 'main', figures });
    expect(known()).toEqual(['main']);
  };
  read();
  const range = { start: '2026-11-01', end: '2026-11-09' };
  actor.send({ type: 'range.choose', range });
  expect([known(), questions.at(-1)?.range, visited]).toEqual([[], range, [range]]);
  read();
  const affiliates = [{ id: 3, affid: '1001' }];
  actor.send({ type: 'query.change', query: { ...query, affiliates } });
  expect([known(), questions.at(-1)?.affiliates]).toEqual([[], [3]]);
  read();
  actor.send({ type: 'query.change', query: { ...query, project: 8 } });
  expect([known(), actor.getSnapshot().context.funnels]).toEqual([[], []]);
});
