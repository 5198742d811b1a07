import { screen } from '@testing-library/react';
import { expect } from 'vitest';
import type { FunnelCreationSnapshot } from '#machines/funnels/funnel-creation.ts';
import { funnelCreationScene } from '../../support/scenes/funnels/funnel-creation.tsx';
import { walkView } from '../../support/view-walk.tsx';

/** What is being done, in one line that is read aloud. */
function sees({ value }: FunnelCreationSnapshot) {
  const words = {
    saving: 'Creating the funnel…',
    publishing: 'Publishing it…',
    comparing: 'Reading the version that was stored meanwhile…',
    ended: '',
  };
  expect(screen.getByRole('status').textContent).toBe(words[value]);
}

walkView(funnelCreationScene, { gestures: {}, sees });
