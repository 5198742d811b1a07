import type { figureRowsMachine } from '#machines/dashboard/figure-rows.ts';
import { type Gestures, told } from '../../viewed.tsx';

/** Figures of the dashboard open it; another question shuts it. */
export const figureRowsGestures: Gestures<typeof figureRowsMachine> = {
  'figure.open': told,
  'part.open': told,
  'part.close': async (_, { user, screen }) =>
    user.click(screen.getByRole('button', { name: 'Back to the figure before' })),
  'figure.close': async (_, { user }) => user.keyboard('{Escape}'),
  'query.change': told,
};
