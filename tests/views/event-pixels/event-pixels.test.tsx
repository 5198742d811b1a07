import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { createActor, fromCallback } from 'xstate';
import {
  type EventPixelsSnapshot,
  eventPixelsMachine,
  type PixelListSnapshot,
  pixelListMachine,
} from '#machines/event-pixels/event-pixels.ts';
import { visiblePixels } from '#machines/event-pixels/pixel-model.ts';
import { EventPixels } from '#views/event-pixels/EventPixels.tsx';
import { partner, pixelList, place, platform } from '../../support/event-pixels.ts';
import { seeFailedUndo } from '../../support/failed-undo.tsx';
import { eventPixelsGestures } from '../../support/gestures/event-pixels/event-pixels.ts';
import { pixelListGestures } from '../../support/gestures/event-pixels/pixel-list.ts';
import { member, query } from '../../support/samples.ts';
import { eventPixelsScene } from '../../support/scenes/event-pixels/event-pixels.tsx';
import { pixelListScene } from '../../support/scenes/event-pixels/pixel-list.tsx';
import { scriptedRequest } from '../../support/scripted-request.ts';
import { withActors } from '../../support/stub-machines.ts';
import { walkView } from '../../support/view-walk.tsx';

/** The health of each pixel, as far as it is known; the list of the scene is loaded. */
function seesHealths({ context: { healths, place } }: EventPixelsSnapshot) {
  const shown = visiblePixels(pixelList.rows, place);
  expect(screen.queryAllByRole('rowheader')).toHaveLength(shown.length);
  expect(screen.queryAllByText('Weak')).toHaveLength(shown.filter(({ id }) => healths[id]).length);
}

walkView(eventPixelsScene, { gestures: eventPixelsGestures, sees: seesHealths });

/** Checks for each state the rows, the text in their place, and the next actions. */
function seesList(state: PixelListSnapshot) {
  const { rows, entry, action, problem } = state.context;
  const panel = screen.getByRole('region', { name: 'Event pixels' });
  expect(panel.getAttribute('aria-busy')).toBe(String(state.hasTag('busy')));
  const shown = state.hasTag('showing') ? visiblePixels(rows, place) : [];
  const table = screen.queryByRole('table', { name: 'Event pixels' });
  expect(table !== null).toBe(shown.length > 0);
  if (table) expect(within(table).getAllByRole('rowheader')).toHaveLength(shown.length);
  expect(screen.queryByText(/No event pixel yet/) !== null).toBe(
    state.hasTag('showing') && shown.length === 0,
  );
  const isDismissible = state.can({ type: 'problem.dismiss' });
  const isUndoable = state.hasTag('undoable') && state.context.notRestored.length > 0;
  expect(screen.queryByRole('button', { name: 'Undo' }) !== null).toBe(isUndoable);
  expect(screen.queryAllByRole('alert').length > 0).toBe(state.hasTag('failed') || isUndoable);
  expect(screen.queryByRole('button', { name: 'Dismiss' }) !== null).toBe(isDismissible);
  if (state.matches({ ready: { resting: 'refused' } })) {
    const said = `“${(entry ?? action?.pixel)?.name}” is unchanged. ${problem?.message}`;
    expect(screen.getByRole('alert').textContent).toContain(said);
  }
  expect(screen.queryByRole('button', { name: 'Retry event pixels' }) !== null).toBe(
    state.hasTag('failed') && !isDismissible,
  );
}

walkView(pixelListScene, { gestures: pixelListGestures, sees: seesList, isPart: true });

seeFailedUndo(pixelListScene, partner, { name: partner.name });

/** The page with its list, as a person with this role sees it. */
function openPage(role: string) {
  const [readEntries, runAction, removeEntry] = [
    scriptedRequest(),
    scriptedRequest(),
    scriptedRequest(),
  ];
  const [project] = member.projects;
  const projects = project ? [{ ...project, role }] : [];
  const list = withActors(pixelListMachine, {
    readEntries: readEntries.logic,
    runAction: runAction.logic,
    removeEntry: removeEntry.logic,
  });
  const actor = createActor(
    withActors(eventPixelsMachine, {
      address: fromCallback(() => {}),
      list,
      readHealths: scriptedRequest().logic,
    }),
    { input: { query, member: { ...member, projects } } },
  ).start();
  const view = render(<EventPixels actor={actor as never} />);
  return { readEntries, runAction, removeEntry, view };
}

it('pauses, resumes and deletes from the row, as far as the role allows', async () => {
  const user = userEvent.setup();
  const { readEntries, view } = openPage('viewer');
  readEntries.answer({ output: pixelList });
  await waitFor(() => expect(screen.getAllByRole('rowheader')).toHaveLength(2));
  expect(screen.queryByRole('button', { name: /^(Pause|Resume|Delete)/ })).toBeNull();
  expect(screen.queryByRole('link', { name: 'New event pixel' })).toBeNull();
  view.unmount();

  const { readEntries: read, runAction, removeEntry } = openPage('owner');
  read.answer({ output: pixelList });
  await user.click(await screen.findByRole('button', { name: 'Pause Partner' }));
  const { project, slug } = place;
  const paused = { ...partner, status: 'paused' };
  expect(runAction.calls).toEqual([
    { scope: { project, slug }, action: { pixel: partner, status: 'paused' } },
  ]);
  runAction.answer({ output: { entry: paused } });
  await user.click(await screen.findByRole('button', { name: 'Resume Partner' }));
  expect(runAction.calls[1]).toMatchObject({ action: { pixel: paused, status: 'active' } });
  runAction.answer({ output: { entry: partner } });
  await screen.findByRole('button', { name: 'Pause Partner' });
  await user.click(screen.getByRole('button', { name: 'Delete Meta purchases' }));
  expect(removeEntry.calls).toEqual([{ entry: platform }]);
  removeEntry.answer({ output: undefined });
  await waitFor(() => expect(screen.getAllByRole('rowheader')).toHaveLength(1));
});

it('marks pixels that no longer fire, and shows the reason', async () => {
  const reason = 'Does not fire: purchase does not count as the conversion.';
  const { readEntries } = openPage('owner');
  const rows = [{ ...partner, silent_reason: reason }, platform];
  readEntries.answer({ output: { ...pixelList, rows } });
  const row = await screen.findByRole('rowheader', { name: /^Partner/ });
  expect(within(row).getByText(reason)).toBeDefined();
  expect(screen.getAllByText(/Does not fire/)).toHaveLength(1);
});
