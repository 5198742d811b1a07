import type { SavedViewAct, savedViewsMachine } from '#machines/saved-views/saved-views.ts';
import { fromElsewhere, type Gestures, type Hands, undo } from '../../view-walk.tsx';
import { eventsWithoutGesture } from '../kit/collection.ts';

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

const acts: {
  [T in SavedViewAct['act']]: (
    act: Extract<SavedViewAct, { act: T }>,
    hands: Hands,
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
    await act(view.name, 'Rename', hands);
    const { user, screen } = hands;
    const field = await screen.findByRole('textbox', { name: `New name of ${view.name}` });
    await user.clear(field);
    await user.type(field, name);
    await user.click(screen.getByRole('button', { name: 'Rename' }));
  },
  move: ({ view }, hands) => act(view.name, 'Move down', hands),
  update: ({ view }, hands) => act(view.name, 'Update to this screen', hands),
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
  'act.take': ({ act }, hands) => acts[act.act](act as never, hands),
  'entry.remove': ({ entry }, hands) => act(entry.name, 'Remove', hands),
  'entry.restore': ({ entry }, hands) => undo(entry.name, hands),
  'problem.dismiss': async (_, hands) => {
    await open(hands);
    await hands.user.click(await hands.screen.findByRole('button', { name: 'Dismiss' }));
  },
};
