import type { offerImportMachine } from '#machines/offers/offer-import.ts';
import { fromElsewhere, type Gestures } from '../../view-walk.tsx';

export const offerImportGestures: Gestures<typeof offerImportMachine> = {
  'file.choose': fromElsewhere,
  'import.start': async (_, { user, screen }) => {
    const button = screen.queryByRole<HTMLButtonElement>('button', { name: /^Import \d/ });
    if (!button || button.disabled) return fromElsewhere;
    return user.click(button);
  },
  'template.save': async (_, { user, screen }) =>
    user.click(screen.getByRole('button', { name: 'Save a template' })),
  retry: async (_, { user, screen }) =>
    user.click(screen.getByRole('button', { name: 'Retry the file' })),
};
