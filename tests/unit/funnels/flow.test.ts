import { expect, it } from 'vitest';
import { flowOf, plainFlowOf } from '#views/funnels/map/flow.ts';
import { boxOf, labelOf, layoutOf, ribbonOf } from '#views/funnels/map/layout.ts';
import { definition, report } from '../../support/funnel-overview.ts';

it('leads everybody of a required step to the next one or out of the funnel', () => {
  const { nodes, links } = flowOf(report);
  expect(nodes.map(({ id, people }) => [id, people])).toEqual([
    ['landing', 10_000],
    ['checkout', 4_200],
    ['checkout left', 5_800],
    ['purchase', 540],
    ['purchase left', 3_660],
  ]);
  expect(links).toEqual([
    { source: 'landing', target: 'checkout', value: 4_200 },
    { source: 'landing', target: 'checkout left', value: 5_800 },
    { source: 'checkout', target: 'purchase', value: 540 },
    { source: 'checkout', target: 'purchase left', value: 3_660 },
  ]);
  const out = (id: string) =>
    links.filter(({ source }) => source === id).reduce((sum, { value }) => sum + value, 0);
  expect([out('landing'), out('checkout')]).toEqual([10_000, 4_200]);
});

it('draws no one who left where nobody did', () => {
  const [first, second] = report.steps;
  if (!first || !second) throw new Error('The report has two steps.');
  const steps = [first, { ...second, reached: 10_000, step_rate: 1, dropped: 0 }];
  expect(flowOf({ steps }).nodes.map(({ id }) => id)).toEqual(['landing', 'checkout']);
});

it('says that people before a silent step may have gone on unseen', () => {
  const [first, second] = report.steps;
  if (!first || !second) throw new Error('The report has two steps.');
  const state = 'silent' as const;
  const steps = [first, { ...second, health: { ...second.health, state } }];
  expect(flowOf({ steps }).nodes.map(({ id, isSilent }) => [id, isSilent])).toEqual([
    ['landing', false],
    ['checkout', true],
    ['checkout left', true],
  ]);
});

it('draws the steps of a draft without people', () => {
  const { nodes, links } = plainFlowOf(definition.steps);
  expect(nodes.map(({ id, people }) => [id, people])).toEqual([
    ['landing', null],
    ['checkout', null],
    ['purchase', null],
  ]);
  expect(links.map(({ value }) => value)).toEqual([1, 1]);
});

it('runs from left to right, and from top to bottom where it is narrow', () => {
  const box = { x0: 10, x1: 20, y0: 30, y1: 70 };
  const link = { source: { x1: 20 }, target: { x0: 120 }, y0: 40, y1: 60 };
  const wide = layoutOf(1_000, 4);
  expect([wide.isUpright, wide.width]).toEqual([false, 1_000]);
  expect(boxOf(box, wide)).toEqual({ x: 10, y: 30, width: 10, height: 40 });
  expect(ribbonOf(link, wide)).toBe('M20,40C70,40 70,60 120,60');
  expect(labelOf(box, wide)).toMatchObject({ left: 26, top: 30 });

  const narrow = layoutOf(320, 4);
  expect([narrow.isUpright, narrow.width]).toEqual([true, 320]);
  expect(boxOf(box, narrow)).toEqual({ x: 30, y: 10, width: 40, height: 10 });
  expect(ribbonOf(link, narrow)).toBe('M40,20C40,70 60,70 60,120');
  expect(labelOf(box, narrow)).toMatchObject({ left: 30, top: 22 });
});

it('gives ten steps room to scroll', () => {
  expect(layoutOf(700, 10).width).toBeGreaterThan(1_200);
});
