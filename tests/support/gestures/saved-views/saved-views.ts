import type { savedViewsMachine } from '#machines/saved-views/saved-views.ts';
import { fromElsewhere, type Gestures, type Hands, undo } from '../../view-walk.tsx';

/** The list closes when a view is shown; whoever goes on opens it again. */
async function open({ user, screen }: Hands): Promise<void> {
  const trigger = screen.getByRole('button', { name: 'Views' });
  if (trigger.getAttribute('aria-expanded') !== 'true') await user.click(trigger);
}

/** What is done with one view stands in its menu. */
async function act(view: string, name: string, hands: Hands): Promise<void> {
  await open(hands);
  const { user, screen } = hands;
  await user.click(await screen.findByRole('button', { name: `Menu of ${view}` }));
  await user.click(await screen.findByRole('menuitem', { name }));
}

export const savedViewsGestures: Gestures<typeof savedViewsMachine> = {
  'list.open': async (_, hands) => {
    const trigger = hands.screen.getByRole('button', { name: 'Views' });
    if (trigger.getAttribute('aria-expanded') === 'true') await hands.user.click(trigger);
    await open(hands);
  },
  'network.returned': fromElsewhere,
  retry: async (_, hands) => {
    await open(hands);
    await hands.user.click(await hands.screen.findByRole('button', { name: 'Retry saved views' }));
  },
  'view.save': async ({ draft }, hands) => {
    await open(hands);
    const { user, screen } = hands;
    const name = await screen.findByRole('textbox', { name: 'Name of this view' });
    await user.clear(name);
    await user.type(name, draft.name);
    await user.click(screen.getByRole('button', { name: 'Save this view' }));
  },
  'view.show': async ({ view }, hands) => {
    await open(hands);
    await hands.user.click(
      await hands.screen.findByRole('button', { name: new RegExp(`^${view.name}`) }),
    );
  },
  'view.rename': async ({ name }, hands) => {
    await act('Mornings', 'Rename', hands);
    const { user, screen } = hands;
    const field = await screen.findByRole('textbox', { name: 'New name of Mornings' });
    await user.clear(field);
    await user.type(field, name);
    await user.click(screen.getByRole('button', { name: 'Rename' }));
  },
  'view.move': (_, hands) => act('Mornings', 'Move down', hands),
  'view.update': ({ view }, hands) => act(view.name, 'Update to this screen', hands),
  'view.revert': fromElsewhere,
  'view.remove': ({ view }, hands) => act(view.name, 'Remove', hands),
  'view.restore': ({ view }, hands) => undo(view.name, hands),
  'problem.dismiss': async (_, hands) => {
    await open(hands);
    await hands.user.click(await hands.screen.findByRole('button', { name: 'Dismiss' }));
  },
};
