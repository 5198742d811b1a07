import type { figureRowsMachine } from '#machines/dashboard/figure-rows.ts';
import { fromElsewhere, type Gestures } from '../../view-walk.tsx';

/** A figure of the dashboard opens the panel; another query closes it. */
export const figureRowsGestures: Gestures<typeof figureRowsMachine> = {
  'figure.open': fromElsewhere,
  'part.open': fromElsewhere,
  'part.close': async (_, { user, screen }) =>
    user.click(screen.getByRole('button', { name: 'Back to the figure before' })),
  'figure.close': async (_, { user }) => user.keyboard('{Escape}'),
  'query.change': fromElsewhere,
};
