import type { pixelEditorMachine } from '#machines/event-pixels/pixel-editor.ts';
import { fromElsewhere, type Gestures } from '../../view-walk.tsx';

export const pixelEditorGestures: Gestures<typeof pixelEditorMachine> = {
  'drafts.recalled': fromElsewhere,
  'place.change': fromElsewhere,
  'editor.open': fromElsewhere,
  'editor.close': fromElsewhere,
  'network.returned': fromElsewhere,
  'draft.change': async ({ change }, { user, screen }) => {
    const name = screen.getByRole('textbox', { name: 'Name' });
    await user.clear(name);
    if (change.name) await user.type(name, change.name);
  },
  'draft.save': async (_, { user, screen }) =>
    user.click(screen.getByRole('button', { name: /^(Save|Create event pixel)$/ })),
  'draft.discard': fromElsewhere,
  'field.leave': fromElsewhere,
  'conflict.take': async (_, { user, screen }) =>
    user.click(screen.getByRole('button', { name: 'Take theirs' })),
  'conflict.keep': async (_, { user, screen }) =>
    user.click(screen.getByRole('button', { name: 'Save mine' })),
  retry: async (_, { user, screen }) =>
    user.click(screen.getByRole('button', { name: 'Retry the pixel' })),
};
