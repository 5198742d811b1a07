import { screen } from '@testing-library/react';
import { expect } from 'vitest';
import { type ConnectionSnapshot, connectionMachine } from '#machines/connection.ts';
import { Offline } from '#views/parts/Offline.tsx';
import { connectionGestures } from '../support/gestures/connection.ts';
import { connectionPlan } from '../support/plans/connection.ts';
import { recast } from '../support/stage.tsx';
import { walkViewed } from '../support/viewed.tsx';

walkViewed(connectionMachine, connectionPlan, {
  cast: recast,
  view: (actor) => <Offline actor={actor} />,
  gestures: connectionGestures,
  sees: (state: ConnectionSnapshot) =>
    expect(screen.queryByText(/^You are offline/) !== null).toBe(state.matches('offline')),
});
