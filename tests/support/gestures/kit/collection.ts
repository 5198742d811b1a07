import type { tokensMachine } from '#machines/settings/settings-lists.ts';
import { type Gestures, told, undo } from '../../viewed.tsx';

/** Events that a collection does not use, or that reach it from elsewhere; its gestures replace what a person does. */
export const eventsWithoutGesture = {
  'scope.change': told,
  'list.refresh': told,
  'network.returned': told,
  'entry.add': told,
  'entry.edit': told,
  'entry.save': told,
  'form.cancel': told,
  'act.ask': told,
  'act.take': told,
  'act.confirm': told,
  'act.cancel': told,
  'shown.dismiss': told,
} as const;

export const collectionGestures: Gestures<typeof tokensMachine> = {
  ...eventsWithoutGesture,
  'entry.remove': told,
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
  'act.ask': async ({ act }, { user, screen }) =>
    user.click(screen.getByRole('button', { name: `Revoke ${act.token.name}` })),
  'act.confirm': async (_, { user, screen }) =>
    user.click(await screen.findByRole('button', { name: 'Revoke' })),
  'act.cancel': async (_, { user, screen }) =>
    user.click(await screen.findByRole('button', { name: 'Cancel' })),
  'shown.dismiss': async (_, { user, screen }) =>
    user.click(await screen.findByRole('button', { name: 'I have it' })),
  'problem.dismiss': async (_, { user, screen }) =>
    user.click(screen.getByRole('button', { name: 'Dismiss' })),
};
