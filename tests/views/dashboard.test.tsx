import { screen, within } from '@testing-library/react';
import { expect } from 'vitest';
import { createActor } from 'xstate';
import type { Query } from '#contract/query.ts';
import { dashboardMachine } from '#machines/dashboard.ts';
import { Dashboard } from '#views/dashboard/Dashboard.tsx';
import { dashboardGestures } from '../support/gestures/dashboard.ts';
import { dashboardPlan } from '../support/plans/dashboard.ts';
import { recorder } from '../support/recorder.ts';
import { member } from '../support/samples.ts';
import { dashboardChildren, recast, selectionStage } from '../support/stage.tsx';
import { walkViewed } from '../support/viewed.tsx';

const { parent } = recorder<{ type: 'selection.changed'; query: Query | null }>();
const selection = createActor(selectionStage, { input: { member, facts: {}, parent } }).start();

const modelsOwn = /^Value of the conversions the server reported\. Server revenue = sum/;
const builtIn = /^The value of the counted conversions before refunds/;

walkViewed(dashboardMachine, dashboardPlan, {
  cast: (machine, { readDefinitions }) =>
    recast(machine, { ...dashboardChildren, ...(readDefinitions && { readDefinitions }) }),
  view: (actor) => <Dashboard actor={actor} selection={selection} />,
  gestures: dashboardGestures,
  sees: (state) => {
    if (state.matches('silent')) {
      expect(screen.getByRole('heading', { name: 'No event has arrived yet' })).toBeDefined();
      expect(screen.queryByRole('region', { name: 'Totals' })).toBeNull();
      return;
    }
    const totals = within(screen.getByRole('region', { name: 'Totals' }));
    expect(totals.getByText('18,240.50')).toBeDefined();
    expect(totals.getByText('9,120')).toBeDefined();
    expect(totals.getByText('14,552.10')).toBeDefined();
    expect(
      totals.getByText(state.context.definitions.length > 0 ? modelsOwn : builtIn),
    ).toBeDefined();
    expect(screen.getByRole('slider', { name: 'Point in time' })).toBeDefined();
    expect(screen.getByRole('grid', { name: 'Figures by campaign' })).toBeDefined();
    for (const name of ['country', 'state']) {
      expect(screen.getByRole('table', { name: `Figures by ${name}` })).toBeDefined();
    }
    for (const name of ['Revenue in range', 'Last 13 months', 'Funnel', 'Payments']) {
      expect(screen.getByRole('region', { name })).toBeDefined();
    }
    expect(screen.queryByRole('region', { name: 'Payments of all affiliates' })).toBeNull();
  },
});
