import { screen, within } from '@testing-library/react';
import { expect } from 'vitest';
import type { PostbacksSnapshot } from '#machines/conversions/postbacks.ts';
import { postbacksGestures } from '../../support/gestures/conversions/postbacks.ts';
import { postbacksScene } from '../../support/scenes/conversions/postbacks.tsx';
import { walkViewed } from '../../support/viewed.tsx';

/** What was read stays while more or something else is read; each says why it became what it is. */
function sees(state: PostbacksSnapshot) {
  const { rows, next, question, problem } = state.context;
  const table = screen.queryByRole('table', { name: 'Postbacks, newest first' });
  const shown = table ? within(table).getAllByRole('row').length - 1 : 0;
  expect(shown).toBe(state.matches('failed') ? 0 : rows.length);
  if (table) {
    expect(within(table).getAllByText('click_id is missing.').length).toBeGreaterThan(0);
    expect(within(table).getAllByRole('link', { name: 'Open' })[0]?.getAttribute('href')).toBe(
      '/conversions/cv_1041',
    );
  }
  const isNarrow = question.result !== null || question.search !== '';
  const isBlank = state.hasTag('showing') && rows.length === 0 && next === null && problem === null;
  expect(screen.queryByText('No postback matches') !== null).toBe(isBlank && isNarrow);
  expect(screen.queryByText('No network reported anything in these days') !== null).toBe(
    isBlank && !isNarrow,
  );
  expect(screen.getByRole('region', { name: 'Postbacks' }).getAttribute('aria-busy')).toBe(
    String(state.hasTag('busy')),
  );
  expect(screen.queryByRole('button', { name: /^Retry/ }) !== null).toBe(state.hasTag('failed'));
}

walkViewed(postbacksScene, {
  gestures: postbacksGestures,
  sees,
});
