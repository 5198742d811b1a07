import { screen, within } from '@testing-library/react';
import { expect } from 'vitest';
import { createActor } from 'xstate';
import type { Query } from '#contract/query.ts';
import { type BreakdownSnapshot, breakdownMachine } from '#machines/breakdown.ts';
import { BreakdownPanel } from '#views/dashboard/BreakdownPanel.tsx';
import { breakdownGestures } from '../support/gestures/breakdown.ts';
import { breakdownPlan } from '../support/plans/breakdown.ts';
import { recorder } from '../support/recorder.ts';
import { member } from '../support/samples.ts';
import { recast, rowsStage, selectionStage } from '../support/stage.tsx';
import { walkViewed } from '../support/viewed.tsx';

const { parent } = recorder<{ type: 'selection.changed'; query: Query | null }>();
const selection = createActor(selectionStage, { input: { member, facts: {}, parent } }).start();

/** Each level of the drill-down by its table, its breadcrumbs and what may be opened. */
function sees(state: BreakdownSnapshot) {
  const [name, crumbs] =
    (state.matches('campaigns') && ['campaign', 1]) ||
    (state.matches('adSets') && ['ad set', 2]) ||
    (['ad', 3] as const);
  const table = screen.getByRole('table', { name: `Figures by ${name}` });
  const ways = within(screen.getByRole('navigation', { name: 'Breadcrumbs' }));
  expect(ways.getAllByRole('listitem')).toHaveLength(Number(crumbs));
  expect(
    within(table).queryAllByRole('button', { name: /prospecting|Campaign \d/ }).length > 0,
  ).toBe(!state.matches('ads'));
  const [sorted] = within(table)
    .getAllByRole('columnheader')
    .filter((head) => head.getAttribute('aria-sort') !== 'none');
  expect(sorted?.textContent).toMatch(state.context.sort === 'clicks' ? /Clicks/ : /Revenue/);
}

walkViewed(breakdownMachine, breakdownPlan, {
  cast: (machine) => recast(machine, { rows: rowsStage }),
  view: (actor) => <BreakdownPanel actor={actor} selection={selection} />,
  gestures: breakdownGestures,
  sees,
});
