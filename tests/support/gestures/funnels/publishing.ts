import type { publishingMachine } from '#machines/funnels/publishing.ts';
import { fromElsewhere, type Gestures } from '../../view-walk.tsx';

export const publishingGestures: Gestures<typeof publishingMachine> = {
  'publish.ask': fromElsewhere,
  'publish.confirm': async (_, { user, screen }) =>
    user.click(screen.getByRole('button', { name: 'Publish' })),
  'publish.cancel': async (_, { user, screen }) =>
    user.click(screen.getByRole('button', { name: 'Cancel' })),
};
