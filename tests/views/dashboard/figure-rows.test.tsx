import { screen, within } from '@testing-library/react';
import { expect } from 'vitest';
import type { FigureRowsSnapshot } from '#machines/dashboard/figure-rows.ts';
import { figureRowsGestures } from '../../support/gestures/dashboard/figure-rows.ts';
import { figureRowsScene } from '../../support/scenes/dashboard/figure-rows.tsx';
import { walkViewed } from '../../support/viewed.tsx';

/** A closed panel is away; an open one says what the figure is, what adds up to it and what is left out. */
function sees(state: FigureRowsSnapshot) {
  const dialog = screen.queryByRole('dialog');
  expect(dialog !== null).toBe(state.hasTag('open'));
  if (!dialog) return;
  const panel = within(dialog);
  expect(dialog.getAttribute('aria-busy')).toBe(String(state.hasTag('busy')));
  expect(panel.queryByRole('alert') !== null).toBe(state.hasTag('failed'));
  const { page, rows, cursor } = state.context;
  if (!page) return;
  const { found } = page;
  expect(panel.getByRole('heading', { name: found.figure.title })).toBeDefined();
  expect(panel.getByText('from Nov 20, 2026, 05:00 to before Nov 21, 2026, 05:00')).toBeDefined();
  expect(panel.getByText('not France')).toBeDefined();
  for (const { title, name } of found.parts) {
    const figure = name === 'cost' ? '–' : '\\d';
    expect(panel.getByRole('button', { name: new RegExp(`^${title} ${figure}`) })).toBeDefined();
  }
  const unknown = 'Costs name no country, so what these cost is not known.';
  expect(panel.queryByText(unknown) !== null).toBe(found.parts.length > 0);
  const list = panel.queryByRole('table', { name: `Rows of ${found.figure.title}` });
  expect(list !== null).toBe(found.total_rows > 0);
  expect(panel.queryByText('No row adds to it.') !== null).toBe(state.matches({ open: 'empty' }));
  const left = panel.queryByRole('table', { name: 'Left out, by reason' });
  expect(left !== null).toBe(found.excluded.length > 0);
  if (!list || !left) return;
  expect(within(list).getAllByRole('row')).toHaveLength(rows.length + 1);
  expect(within(list).getByRole('link', { name: 'Conversion 1041' }).getAttribute('href')).toBe(
    '/conversions/cv_1041',
  );
  const correction = within(list).queryByRole('link', { name: 'Correction' });
  expect(correction?.getAttribute('href')).toBe(rows.length > 1 ? '/conversions/a_5' : undefined);
  expect(panel.getByText(/2 rows, together/).textContent).toBe('2 rows, together 180.40');
  expect(within(left).getByRole('row', { name: 'Duplicate 1 40.00' })).toBeDefined();
  expect(within(left).getByRole('row', { name: 'Test 1 –' })).toBeDefined();
  expect(panel.queryByRole('button', { name: 'Show more' }) !== null).toBe(
    cursor !== null && !state.matches({ open: 'stuck' }),
  );
}

walkViewed(figureRowsScene, {
  gestures: figureRowsGestures,
  sees,
});
