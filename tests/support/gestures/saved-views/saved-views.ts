import type { SavedViewAction, savedViewsMachine } from '#machines/saved-views/saved-views.ts';
import { fromElsewhere, type Gestures, type UserAndScreen, undo } from '../../view-walk.tsx';
import { eventsWithoutGesture } from '../kit/collection.ts';

/** The list closes when a view is opened; the next gesture has to open it again. */
async function open({ user, screen }: UserAndScreen): Promise<void> {
  const trigger = screen.getByRole('button', { name: 'Views' });
  if (trigger.getAttribute('aria-expanded') !== 'true') await user.click(trigger);
}

/** The actions of a view are in its menu. */
async function chooseAction(view: string, name: string, hands: UserAndScreen): Promise<void> {
  await open(hands);
  const { user, screen } = hands;
  await user.click(await screen.findByRole('button', { name: `Menu of ${view}` }));
  await user.click(await screen.findByRole('menuitem', { name }));
}

const actions: {
  [T in SavedViewAction['kind']]: (
    action: Extract<SavedViewAction, { kind: T }>,
    hands: UserAndScreen,
  ) => Promise<unknown>;
} = {
  save: async ({ draft }, hands) => {
    await open(hands);
    const { user, screen } = hands;
    const name = await screen.findByRole('textbox', { name: 'Name of this view' });
    await user.clear(name);
    await user.type(name, draft.name);
    await user.click(screen.getByRole('button', { name: 'Save this view' }));
  },
  show: async ({ view }, hands) => {
    await open(hands);
    await hands.user.click(
      await hands.screen.findByRole('button', { name: new RegExp(`^${view.name}`) }),
    );
  },
  rename: async ({ view, name }, hands) => {
    await chooseAction(view.name, 'Rename', hands);
    const { user, screen } = hands;
    const field = await screen.findByRole('textbox', { name: `New name of ${view.name}` });
    await user.clear(field);
    await user.type(field, name);
    await user.click(screen.getByRole('button', { name: 'Rename' }));
  },
  move: ({ view }, hands) => chooseAction(view.name, 'Move down', hands),
  update: ({ view }, hands) => chooseAction(view.name, 'Update to this screen', hands),
  revert: async () => fromElsewhere,
};

export const savedViewsGestures: Gestures<typeof savedViewsMachine> = {
  ...eventsWithoutGesture,
  'list.refresh': async (_, hands) => {
    const trigger = hands.screen.getByRole('button', { name: 'Views' });
    if (trigger.getAttribute('aria-expanded') === 'true') await hands.user.click(trigger);
    await open(hands);
  },
  retry: async (_, hands) => {
    await open(hands);
    const retry = hands.screen.queryByRole('button', { name: 'Retry saved views' });
    return retry ? hands.user.click(retry) : fromElsewhere;
  },
  'action.run': ({ action }, hands) => actions[action.kind](action as never, hands),
  'entry.remove': ({ entry }, hands) => chooseAction(entry.name, 'Remove', hands),
  'entry.restore': ({ entry }, hands) => undo(entry.name, hands),
  'problem.dismiss': async (_, hands) => {
    await open(hands);
    await hands.user.click(await hands.screen.findByRole('button', { name: 'Dismiss' }));
  },
};
