import { screen, within } from '@testing-library/react';
import { expect } from 'vitest';
import type { BreakdownSnapshot } from '#machines/dashboard/breakdown.ts';
import { showsSpent } from '#machines/dashboard/breakdown-model.ts';
import { groupingNames } from '#views/dashboard/table/groupings.ts';
import { breakdownGestures } from '../../support/gestures/dashboard/breakdown.ts';
import { breakdownScene } from '../../support/scenes/dashboard/breakdown.tsx';
import { walkView } from '../../support/view-walk.tsx';

/** Each state by its table, its breadcrumbs, its order and its columns. */
function sees(state: BreakdownSnapshot) {
  if (state.matches('starting')) {
    expect(screen.queryByRole('grid')).toBeNull();
    return;
  }
  const { grouping, path, sort, columns, isEarning, find } = state.context;
  const name = groupingNames[grouping].one.toLowerCase();
  const table = screen.getByRole('grid', { name: `Figures by ${name}` });
  const breadcrumbs = within(screen.getByRole('navigation', { name: 'Breadcrumbs' }));
  expect(breadcrumbs.queryByRole('button', { name: 'All' }) !== null).toBe(
    state.matches({ open: 'drilledDown' }),
  );
  expect(breadcrumbs.getAllByRole('listitem')).toHaveLength(
    path.length === 0 ? 1 : path.length + 2,
  );
  const heads = within(table).getAllByRole('columnheader');
  expect(heads).toHaveLength(columns.length + 1);
  const [sorted] = heads.filter((head) =>
    /^(ascending|descending)$/.test(head.getAttribute('aria-sort') ?? ''),
  );
  expect(sorted?.textContent).toMatch(sort === 'clicks' ? /^Clicks/ : /^Revenue/);
  expect(screen.queryByText('Server revenue > 0') !== null).toBe(isEarning);
  expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe(find);
  const spent = within(table).getByRole('button', { name: /without a sale$/ });
  expect(spent.getAttribute('aria-expanded')).toBe(String(showsSpent(state.context)));
}

walkView(breakdownScene, {
  gestures: breakdownGestures,
  sees,
});
