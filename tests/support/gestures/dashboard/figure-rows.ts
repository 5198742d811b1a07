import type { figureRowsMachine } from '#machines/dashboard/figure-rows.ts';
import { fromElsewhere, type Gestures } from '../../view-walk.tsx';

/** Figures of the dashboard open it; another question shuts it. */
export const figureRowsGestures: Gestures<typeof figureRowsMachine> = {
  'figure.open': fromElsewhere,
  'part.open': fromElsewhere,
  'part.close': async (_, { user, screen }) =>
    user.click(screen.getByRole('button', { name: 'Back to the figure before' })),
  'figure.close': async (_, { user }) => user.keyboard('{Escape}'),
  'query.change': fromElsewhere,
};
