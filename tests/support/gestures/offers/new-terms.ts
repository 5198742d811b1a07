import type { newTermsMachine } from '#machines/offers/new-terms.ts';
import { fromElsewhere, type Gestures } from '../../view-walk.tsx';

export const newTermsGestures: Gestures<typeof newTermsMachine> = {
  'terms.edit': fromElsewhere,
  'terms.preview': async (_, { user, screen }) =>
    user.click(screen.getByRole('button', { name: 'See whom it affects' })),
  'terms.back': async (_, { user, screen }) =>
    user.click(screen.getByRole('button', { name: 'Back' })),
  'terms.save': async (_, { user, screen }) =>
    user.click(screen.getByRole('button', { name: 'Save terms' })),
  'terms.cancel': async (_, { user }) => user.keyboard('{Escape}'),
};
