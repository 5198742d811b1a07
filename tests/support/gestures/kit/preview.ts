import type { notePreview } from '../../plans/kit/preview.ts';
import { fromElsewhere, type Gestures } from '../../view-walk.tsx';

export const previewGestures: Gestures<typeof notePreview> = {
  'draft.change': fromElsewhere,
  'network.returned': fromElsewhere,
  retry: async (_, { user, screen }) =>
    user.click(screen.getByRole('button', { name: 'Retry the preview' })),
};
