import { screen } from '@testing-library/react';
import { expect } from 'vitest';
import type { ConnectionSnapshot } from '#machines/app/connection.ts';
import { connectionGestures } from '../../support/gestures/app/connection.ts';
import { connectionScene } from '../../support/scenes/app/connection.tsx';
import { walkView } from '../../support/view-walk.tsx';

walkView(connectionScene, {
  gestures: connectionGestures,
  sees: (state: ConnectionSnapshot) =>
    expect(screen.queryByText(/^You are offline/) !== null).toBe(state.matches('offline')),
});
