import { screen } from '@testing-library/react';
import { expect } from 'vitest';
import type { TestResultsSnapshot } from '#machines/split-tests/test-results.ts';
import { testResultsGestures } from '../../support/gestures/split-tests/test-results.ts';
import { testResultsScene } from '../../support/scenes/split-tests/test-results.tsx';
import { walkView } from '../../support/view-walk.tsx';

const titles = {
  unhealthy: 'Split mismatch: do not ship.',
  ready: 'Ship “Price first” (B): it is better.',
  insufficient: 'Collecting: about 6 days left.',
  immature: 'Collecting: about 6 days left.',
  collecting: 'Collecting: about 6 days left.',
} as const;

/** What to do now in each reading; progress and no p where there is too little to read. */
function sees(state: TestResultsSnapshot) {
  const reading = Object.keys(titles).find((one): one is keyof typeof titles =>
    state.matches({ seen: one as keyof typeof titles }),
  );
  const [first] = screen.queryAllByRole('heading', { level: 2 });
  expect(first?.textContent).toBe(
    reading
      ? titles[reading]
      : state.matches('unseen')
        ? 'No visitor has seen the test yet'
        : undefined,
  );
  const isInsufficient = reading === 'insufficient';
  expect(screen.queryByRole('list', { name: 'Conversions needed' }) !== null).toBe(isInsufficient);
  expect(screen.queryByRole('columnheader', { name: /^p/ }) !== null).toBe(
    reading !== undefined && !isInsufficient,
  );
}

walkView(testResultsScene, { gestures: testResultsGestures, sees });
