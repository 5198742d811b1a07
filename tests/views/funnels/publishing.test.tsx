import { screen } from '@testing-library/react';
import { expect } from 'vitest';
import type { PublishingSnapshot } from '#machines/funnels/publishing.ts';
import { publishingGestures } from '../../support/gestures/funnels/publishing.ts';
import { publishingScene } from '../../support/scenes/funnels/publishing.tsx';
import { walkView } from '../../support/view-walk.tsx';

/** The dialog with what publishing does to the figures, and why it was refused. */
function sees(state: PublishingSnapshot) {
  const dialog = screen.queryByRole('alertdialog');
  expect(dialog !== null).toBe(state.hasTag('asking'));
  if (!dialog) return;
  expect(dialog.getAttribute('aria-busy')).toBe(String(state.hasTag('busy')));
  expect(screen.getByRole('status').textContent?.replaceAll('\u00a0', ' ')).toBe(
    state.matches('measuring')
      ? 'Counting the last days'
      : state.context.effect
        ? 'The last 7 days would read 5.1 % instead of 5.4 %.'
        : 'What it does to the figures could not be counted.',
  );
  expect(screen.getByText('The window is 1 day instead of 7 days.')).toBeDefined();
  expect(screen.queryByRole('alert')?.textContent).toBe(
    state.matches('refused')
      ? 'Someone else changed this meanwhile. Compare both and save again.'
      : undefined,
  );
}

walkView(publishingScene, { gestures: publishingGestures, sees });
