import { screen, within } from '@testing-library/react';
import { expect } from 'vitest';
import type { ConversionLogSnapshot } from '#machines/conversions/conversion-log.ts';
import { conversionLogGestures } from '../../support/gestures/conversions/conversion-log.ts';
import { conversionLogScene } from '../../support/scenes/conversions/conversion-log.tsx';
import { walkViewed } from '../../support/viewed.tsx';

/** Each state by its rows, what stands in for them, and the ways on. */
function sees(state: ConversionLogSnapshot) {
  const { query, rows, next } = state.context;
  const panel = screen.getByRole('region', { name: 'Log' });
  expect(panel.getAttribute('aria-busy')).toBe(String(state.hasTag('busy')));
  expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe(query.filter.search);
  const table = screen.queryByRole('table', { name: 'Conversions, newest first' });
  expect(table !== null).toBe(state.hasTag('showing'));
  if (table) {
    expect(within(table).getAllByRole('link')).toHaveLength(rows.length);
    const heads = within(table)
      .getAllByRole('columnheader')
      .map(({ textContent }) => textContent);
    for (const { dataset } of within(table).getAllByRole('cell')) {
      expect(heads.some((head) => head.startsWith(dataset.label ?? ' '))).toBe(true);
    }
    expect(screen.queryByRole('button', { name: 'Load more' }) !== null).toBe(
      next !== null && !state.matches({ ready: 'short' }),
    );
  }
  expect(screen.queryByRole('button', { name: /^Retry/ }) !== null).toBe(state.hasTag('failed'));
  expect(screen.queryByRole('button', { name: 'Retry the next page' }) !== null).toBe(
    state.matches({ ready: 'short' }),
  );
  expect(screen.queryByRole('button', { name: 'Retry the refresh' }) !== null).toBe(
    state.matches({ ready: 'stale' }),
  );
  expect(screen.queryByText(/No conversion matches|Nothing happened/) !== null).toBe(
    state.matches('empty'),
  );
}

walkViewed(conversionLogScene, {
  gestures: conversionLogGestures,
  sees,
});
