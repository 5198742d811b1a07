import { waitFor } from '@testing-library/react';
import { expect } from 'vitest';
import type { annotationsMachine } from '#machines/dashboard/annotations.ts';
import { fromElsewhere, type Gestures, type Hands, undo } from '../../view-walk.tsx';

/** What can be done with a note stands behind its flag. While that closes, nothing in it can be pressed any more. */
async function act({ user, screen }: Hands, name: string): Promise<void> {
  const find = () => screen.queryByRole('button', { name });
  if (find()?.closest('[data-closed]')) await waitFor(() => expect(find()).toBeNull());
  if (!find()) await user.click(screen.getByRole('button', { name: /Raised the budget$/ }));
  await user.click(await screen.findByRole('button', { name }));
}

export const annotationsGestures: Gestures<typeof annotationsMachine> = {
  'query.change': fromElsewhere,
  retry: async (_, { user, screen }) =>
    user.click(await screen.findByRole('button', { name: 'Retry notes' })),
  'note.start': async (_, { user, screen }) => {
    screen.getByRole('slider', { name: 'Point in time' }).focus();
    await user.keyboard('n');
  },
  'note.edit': (_, hands) => act(hands, 'Change “Raised the budget”'),
  'note.save': async ({ draft }, { user, screen }) => {
    const text = await screen.findByRole('textbox', { name: 'What happened' });
    await user.clear(text);
    await user.type(text, draft.text);
    await user.click(screen.getByRole('button', { name: /^(Add|Save) note$/ }));
  },
  'note.cancel': async (_, { user, screen }) =>
    user.click(await screen.findByRole('button', { name: 'Cancel' })),
  'note.remove': (_, hands) => act(hands, 'Remove “Raised the budget”'),
  'note.restore': ({ note }, hands) => undo(note.text, hands),
  'network.returned': fromElsewhere,
  'problem.dismiss': async (_, { user, screen }) =>
    user.click(await screen.findByRole('button', { name: 'Dismiss' })),
};
