import { screen, within } from '@testing-library/react';
import { expect } from 'vitest';
import type { SplitTestsSnapshot } from '#machines/split-tests/split-tests.ts';
import { filterIn, listedTests } from '#model/split-test-list.ts';
import { splitTestsGestures } from '../../support/gestures/split-tests/split-tests.ts';
import { splitTestsScene } from '../../support/scenes/split-tests/split-tests.tsx';
import { testLines } from '../../support/split-tests/lines.ts';
import { walkView } from '../../support/view-walk.tsx';

/** The tests of the tab, once the address has said which one it is. */
function sees(state: SplitTestsSnapshot) {
  const tabs = screen.queryByRole('navigation', { name: 'Tests by state' });
  expect(tabs !== null).toBe(state.matches('open'));
  if (!tabs) return;
  const filter = filterIn(state.context.place);
  const names = listedTests(testLines, filter).map(({ name }) => name);
  const shown =
    filter.tab === 'learnings'
      ? screen.getByRole('list', { name: 'Learnings' })
      : screen.queryByRole('table');
  if (names.length === 0) {
    expect(shown).toBeNull();
    return;
  }
  if (!shown) throw new Error('There is no list.');
  expect(
    within(shown)
      .getAllByRole<HTMLAnchorElement>('link')
      .filter(({ search }) => !search.includes('snapshot='))
      .map(({ textContent }) => textContent),
  ).toEqual(names);
}

walkView(splitTestsScene, { gestures: splitTestsGestures, sees });
