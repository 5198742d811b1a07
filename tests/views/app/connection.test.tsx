import { screen } from '@testing-library/react';
import { expect } from 'vitest';
import type { ConnectionSnapshot } from '#machines/app/connection.ts';
import { connectionGestures } from '../../support/gestures/app/connection.ts';
import { connectionScene } from '../../support/scenes/app/connection.tsx';
import { walkViewed } from '../../support/viewed.tsx';

walkViewed(connectionScene, {
  gestures: connectionGestures,
  sees: (state: ConnectionSnapshot) =>
    expect(screen.queryByText(/^You are offline/) !== null).toBe(state.matches('offline')),
});
