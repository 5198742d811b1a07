import { screen } from '@testing-library/react';
import { expect } from 'vitest';
import type { SearchSnapshot } from '#machines/app/search.ts';
import { searchGestures } from '../../support/gestures/app/search.ts';
import { searchScene } from '../../support/scenes/app/search.tsx';
import { walkView } from '../../support/view-walk.tsx';

/** A closed palette shows nothing of the search. */
function sees(state: SearchSnapshot) {
  if (!screen.queryByRole('combobox', { name: 'Find a command' })) {
    expect(state.matches('idle')).toBe(true);
    return;
  }
  const { found } = state.context;
  expect(screen.queryByText('Searching orders and campaigns…') !== null).toBe(state.hasTag('busy'));
  expect(screen.queryByRole('alert') !== null).toBe(state.hasTag('failed'));
  expect(screen.queryByRole('option', { name: /^NO-409182/ }) !== null).toBe(
    (found?.conversions.length ?? 0) > 0,
  );
}

walkView(searchScene, { gestures: searchGestures, sees });
