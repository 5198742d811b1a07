import type { tokensMachine } from '#machines/settings/tokens.ts';
import { fromElsewhere, type Gestures, undo } from '../../view-walk.tsx';

/** Events that a collection does not use, or that reach it from elsewhere; its gestures replace what a person does. */
export const eventsWithoutGesture = {
  'scope.change': fromElsewhere,
  'list.refresh': fromElsewhere,
  'network.returned': fromElsewhere,
  'entry.add': fromElsewhere,
  'entry.edit': fromElsewhere,
  'entry.save': fromElsewhere,
  'form.cancel': fromElsewhere,
  'action.choose': fromElsewhere,
  'action.run': fromElsewhere,
  'action.confirm': fromElsewhere,
  'action.cancel': fromElsewhere,
  'secret.dismiss': fromElsewhere,
} as const;

export const collectionGestures: Gestures<typeof tokensMachine> = {
  ...eventsWithoutGesture,
  'entry.remove': fromElsewhere,
  'entry.restore': ({ entry }, hands) => undo(entry.name, hands),
  retry: async (_, { user, screen }) => user.click(screen.getByRole('button', { name: /^Retry/ })),
  'entry.add': async (_, { user, screen }) =>
    user.click(screen.getByRole('button', { name: 'Create token' })),
  'entry.save': async ({ draft }, { user, screen }) => {
    const name = await screen.findByLabelText('Name');
    await user.clear(name);
    await user.type(name, draft.name);
    await user.type(screen.getByLabelText('Your password'), draft.password);
    const [, save] = screen.getAllByRole('button', { name: 'Create token', hidden: true });
    if (save) await user.click(save);
  },
  'form.cancel': async (_, { user, screen }) =>
    user.click(await screen.findByRole('button', { name: 'Cancel' })),
  'action.choose': async ({ action }, { user, screen }) =>
    user.click(screen.getByRole('button', { name: `Revoke ${action.token.name}` })),
  'action.confirm': async (_, { user, screen }) =>
    user.click(await screen.findByRole('button', { name: 'Revoke' })),
  'action.cancel': async (_, { user, screen }) =>
    user.click(await screen.findByRole('button', { name: 'Cancel' })),
  'secret.dismiss': async (_, { user, screen }) =>
    user.click(await screen.findByRole('button', { name: 'I have it' })),
  'problem.dismiss': async (_, { user, screen }) =>
    user.click(screen.getByRole('button', { name: 'Dismiss' })),
};
