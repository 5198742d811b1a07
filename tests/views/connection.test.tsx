import { screen } from '@testing-library/react';
import { expect } from 'vitest';
import type { ConnectionSnapshot } from '#machines/connection.ts';
import { connectionGestures } from '../support/gestures/connection.ts';
import { connectionScene } from '../support/scenes/connection.tsx';
import { walkViewed } from '../support/viewed.tsx';

walkViewed(connectionScene, {
  gestures: connectionGestures,
  sees: (state: ConnectionSnapshot) =>
    expect(screen.queryByText(/^You are offline/) !== null).toBe(state.matches('offline')),
});
