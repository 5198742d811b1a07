import { screen } from '@testing-library/react';
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

walkViewed(dashboardMachine, dashboardPlan, {
  cast: (machine) => recast(machine, dashboardChildren),
  view: (actor) => <Dashboard actor={actor} selection={selection} />,
  gestures: dashboardGestures,
  sees: () => {
    expect(screen.getByText('18,240.50')).toBeDefined();
    expect(screen.getByText('9,120')).toBeDefined();
    expect(screen.getByRole('slider', { name: 'Point in time' })).toBeDefined();
    expect(screen.getByRole('table', { name: 'Figures by campaign' })).toBeDefined();
  },
});
