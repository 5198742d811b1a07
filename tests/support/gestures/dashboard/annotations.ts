import { waitFor } from '@testing-library/react';
import { expect } from 'vitest';
import type { annotationsMachine } from '#machines/dashboard/annotations.ts';
import { fromElsewhere, type Gestures, type UserAndScreen, undo } from '../../view-walk.tsx';
import { eventsWithoutGesture } from '../kit/collection.ts';

/** The actions of a note are in the popover of its flag. While it closes, its buttons cannot be pressed. */
async function act({ user, screen }: UserAndScreen, name: string): Promise<void> {
  const find = () => screen.queryByRole('button', { name });
  if (find()?.closest('[data-closed]')) await waitFor(() => expect(find()).toBeNull());
  if (!find()) await user.click(screen.getByRole('button', { name: /Raised the budget$/ }));
  await user.click(await screen.findByRole('button', { name }));
}

export const annotationsGestures: Gestures<typeof annotationsMachine> = {
  ...eventsWithoutGesture,
  retry: async (_, { user, screen }) => {
    const retry = screen.queryByRole('button', { name: 'Retry notes' });
    return retry ? user.click(retry) : fromElsewhere;
  },
  'entry.add': async (_, { user, screen }) => {
    screen.getByRole('slider', { name: 'Point in time' }).focus();
    await user.keyboard('n');
  },
  'entry.edit': (_, hands) => act(hands, 'Change “Raised the budget”'),
  'entry.save': async ({ draft }, { user, screen }) => {
    const text = await screen.findByRole('textbox', { name: 'What happened' });
    await user.clear(text);
    await user.type(text, draft.text);
    // A field that the server refused keeps the form from being sent until its text changes.
    const when = screen.getByLabelText<HTMLInputElement>('When');
    const { value } = when;
    await user.clear(when);
    await user.type(when, value);
    await user.click(screen.getByRole('button', { name: /^(Add|Save) note$/ }));
  },
  /** While a note is being saved its form stays open. */
  'form.cancel': async (_, { user, screen }) => {
    const isSaving = screen.getByRole('button', { name: 'Cancel' }).matches(':disabled');
    return isSaving ? fromElsewhere : user.keyboard('{Escape}');
  },
  'entry.remove': (_, hands) => act(hands, 'Remove “Raised the budget”'),
  'entry.restore': ({ entry }, hands) => undo(entry.text, hands),
  'problem.dismiss': async (_, { user, screen }) =>
    user.click(await screen.findByRole('button', { name: 'Dismiss' })),
};
