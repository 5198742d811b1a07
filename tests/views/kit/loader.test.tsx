import { screen } from '@testing-library/react';
import { expect } from 'vitest';
import type { RcData } from '#contract/analytics/report.ts';
import type { LoaderSnapshot } from '#machines/kit/loader.ts';
import type { Question } from '#model/query.ts';
import { loaderGestures } from '../../support/gestures/kit/loader.ts';
import { loaderScene } from '../../support/scenes/kit/loader.tsx';
import { walkView } from '../../support/view-walk.tsx';

/** Each state of a panel by its shown and hidden parts. */
function sees(state: LoaderSnapshot<RcData, Question>) {
  const shows = {
    skeleton: state.matches('loading'),
    figures: state.hasTag('showing'),
    stale: state.matches({ ready: 'stale' }),
    empty: state.matches('empty'),
    failed: state.matches('failed'),
  };
  const panel = screen.getByRole('region', { name: 'Revenue' });
  expect(panel.getAttribute('aria-busy')).toBe(String(state.hasTag('busy')));
  expect(screen.queryByText('on its way') !== null).toBe(shows.skeleton);
  expect(screen.queryByText('18,240.50') !== null).toBe(shows.figures);
  const messages = screen.queryAllByRole('status').map(({ textContent }) => textContent);
  expect(messages.join('')).toMatch(
    shows.stale ? /did not answer. These figures are from 15:14:05/ : /^$/,
  );
  expect(screen.queryByText('Nothing happened in these days') !== null).toBe(shows.empty);
  expect(screen.queryByRole('alert') !== null).toBe(shows.failed);
  expect(screen.queryByRole('button', { name: 'Retry revenue' }) !== null).toBe(
    state.can({ type: 'retry' }),
  );
}

walkView(loaderScene, {
  gestures: loaderGestures,
  sees,
});
