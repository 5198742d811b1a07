import { screen, within } from '@testing-library/react';
import { expect } from 'vitest';
import { dashboardGestures } from '../../support/gestures/dashboard/dashboard.ts';
import { dashboardScene } from '../../support/scenes/dashboard/dashboard.tsx';
import { walkView } from '../../support/view-walk.tsx';

const modelsOwn = /^Value of the conversions the server reported\. Server revenue = sum/;

const builtIn = /^The value of the counted conversions before refunds/;

walkView(dashboardScene, {
  gestures: dashboardGestures,
  sees: (state) => {
    if (state.matches('waitingForEvents')) {
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
