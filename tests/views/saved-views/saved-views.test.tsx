import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { createActor, fromCallback, fromPromise } from 'xstate';
import { type SavedViewsSnapshot, savedViewsMachine } from '#machines/saved-views/saved-views.ts';
import { seeFailedUndo } from '../../support/failed-undo.tsx';
import { savedViewsGestures } from '../../support/gestures/saved-views/saved-views.ts';
import { evenings, mornings } from '../../support/plans/saved-views/saved-views.ts';
import { savedViewsScene } from '../../support/scenes/saved-views/saved-views.tsx';
import { withActors } from '../../support/stub-machines.ts';
import { walkView } from '../../support/view-walk.tsx';

/** The list while it is open: on its way, out of reach, or there with what the server said about the last action. */
function sees(state: SavedViewsSnapshot) {
  const trigger = screen.getByRole('button', { name: 'Views' });
  if (trigger.getAttribute('aria-expanded') !== 'true') return;
  expect(state.matches('waiting')).toBe(false);
  const list = within(screen.getByRole('region', { name: 'Saved views' }));
  const fields = list.queryByRole('group', { name: 'Saved views' });
  expect(fields !== null).toBe(state.matches('ready'));
  expect(list.queryByRole('button', { name: 'Retry saved views' }) !== null).toBe(
    state.matches('failed'),
  );
  const isStale = state.matches({ ready: { resting: 'stale' } });
  const isUndoable = state.hasTag('undoable') && state.context.notRestored.length > 0;
  expect(list.queryByRole('button', { name: 'Undo' }) !== null).toBe(isUndoable);
  expect(list.queryByRole('alert') !== null).toBe(
    (state.hasTag('failed') && !isStale) || isUndoable,
  );
  if (!fields) return;
  expect(fields.getAttribute('aria-busy')).toBe(String(state.hasTag('busy')));
  const menus = list.queryAllByRole('button', { name: /^Menu of/ });
  expect(menus.map((menu) => menu.getAttribute('aria-label'))).toEqual(
    state.context.rows.map(({ name }) => `Menu of ${name}`),
  );
  expect(list.queryByRole('button', { name: 'Dismiss' }) !== null).toBe(
    state.can({ type: 'problem.dismiss' }),
  );
}

walkView(savedViewsScene, {
  isPart: true,
  gestures: savedViewsGestures,
  sees,
});

seeFailedUndo(savedViewsScene, mornings, {
  name: mornings.name,
  open: () => userEvent.click(screen.getByRole('button', { name: 'Views' })),
});

it('keeps the focus in the next row when a removal is answered before its menu has closed', async () => {
  const user = userEvent.setup();
  const actor = createActor(
    withActors(savedViewsMachine, {
      network: fromCallback(() => {}),
      readEntries: fromPromise(async () => ({ rows: [mornings, evenings] })),
      removeEntry: fromPromise(async () => {}),
    }),
    { input: { scope: null } },
  ).start();
  render(savedViewsScene.view(actor as never));
  await user.click(screen.getByRole('button', { name: 'Views' }));
  await user.click(await screen.findByRole('button', { name: 'Menu of Mornings' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Remove' }));
  await waitFor(() => expect(screen.queryByText('Mornings')).toBeNull());
  const beside = screen.getByRole('button', { name: /^Evenings/ });
  await waitFor(() => expect(document.activeElement).toBe(beside));
});
