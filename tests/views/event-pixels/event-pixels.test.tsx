import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { createActor, fromCallback } from 'xstate';
import {
  type EventPixelsSnapshot,
  eventPixelsMachine,
} from '#machines/event-pixels/event-pixels.ts';
import { shownPixels } from '#machines/event-pixels/pixel-model.ts';
import { PixelList } from '#views/event-pixels/PixelList.tsx';
import { pixelList } from '../../support/event-pixels.ts';
import { eventPixelsGestures } from '../../support/gestures/event-pixels/event-pixels.ts';
import { member, query } from '../../support/samples.ts';
import { eventPixelsScene } from '../../support/scenes/event-pixels/event-pixels.tsx';
import { scriptedRequest } from '../../support/scripted-request.ts';
import { recast } from '../../support/stage.tsx';
import { walkView } from '../../support/view-walk.tsx';

/** Each state by its rows, what stands in for them, and the ways on. */
function sees(state: EventPixelsSnapshot) {
  const { pixels, place, healths } = state.context;
  const panel = screen.getByRole('region', { name: 'Event pixels' });
  expect(panel.getAttribute('aria-busy')).toBe(String(state.hasTag('busy')));
  const shown = state.hasTag('showing') ? shownPixels(pixels, place) : [];
  const table = screen.queryByRole('table', { name: 'Event pixels' });
  expect(table !== null).toBe(shown.length > 0);
  if (table) {
    expect(within(table).getAllByRole('rowheader')).toHaveLength(shown.length);
    expect(screen.queryAllByText('Weak')).toHaveLength(
      shown.filter(({ id }) => healths[id]).length,
    );
  }
  expect(screen.queryByText(/No event pixel yet/) !== null).toBe(
    state.hasTag('showing') && shown.length === 0,
  );
  const isRefused = state.can({ type: 'problem.dismiss' });
  expect(screen.queryByRole('button', { name: 'Undo' }) !== null).toBe(state.hasTag('undoable'));
  expect(screen.queryByRole('alert') !== null).toBe(state.hasTag('failed'));
  expect(screen.queryByRole('button', { name: 'Dismiss' }) !== null).toBe(isRefused);
  if (state.matches({ ready: { resting: 'refused' } })) {
    const { target, problem } = state.context;
    const said = `“${target?.pixel.name}” is as it was. ${problem?.message}`;
    expect(screen.getByRole('alert').textContent).toContain(said);
  }
  expect(screen.queryByRole('button', { name: 'Retry event pixels' }) !== null).toBe(
    state.hasTag('failed') && !isRefused,
  );
}

walkView(eventPixelsScene, {
  gestures: eventPixelsGestures,
  sees,
});

it('pauses, resumes and deletes from the row, as far as the role goes', async () => {
  const user = userEvent.setup();
  const readPixels = scriptedRequest();
  const switchPixel = scriptedRequest();
  const removePixel = scriptedRequest();
  const open = (role: string) => {
    const [project] = member.projects;
    const projects = project ? [{ ...project, role }] : [];
    const actor = createActor(
      recast(eventPixelsMachine, {
        address: fromCallback(() => {}),
        readPixels: readPixels.logic,
        readHealths: scriptedRequest().logic,
        switchPixel: switchPixel.logic,
        removePixel: removePixel.logic,
      }),
      { input: { query, member: { ...member, projects } } },
    ).start();
    const view = render(<PixelList actor={actor as never} last={null} />);
    readPixels.answer({ output: pixelList });
    return view;
  };
  const viewer = open('viewer');
  await waitFor(() => expect(screen.getAllByRole('rowheader')).toHaveLength(2));
  expect(screen.queryByRole('button', { name: /^(Pause|Resume|Delete)/ })).toBeNull();
  expect(screen.queryByRole('link', { name: 'New event pixel' })).toBeNull();
  viewer.unmount();

  open('owner');
  await user.click(await screen.findByRole('button', { name: 'Pause Partner' }));
  expect(switchPixel.calls).toEqual([{ id: 21, status: 'paused' }]);
  switchPixel.answer({ output: { ...pixelList.pixels[0], status: 'paused' } });
  await user.click(await screen.findByRole('button', { name: 'Resume Partner' }));
  expect(switchPixel.calls).toHaveLength(2);
  switchPixel.answer({ output: pixelList.pixels[0] });
  await screen.findByRole('button', { name: 'Pause Partner' });
  await user.click(screen.getByRole('button', { name: 'Delete Meta purchases' }));
  expect(removePixel.calls).toEqual([{ id: 22 }]);
  removePixel.answer({ output: undefined });
  await waitFor(() => expect(screen.getAllByRole('rowheader')).toHaveLength(1));
});

it('marks those that fire no more, and says why', async () => {
  const reason = 'Does not fire: purchase does not count as the conversion.';
  const [first, ...others] = pixelList.pixels;
  const readPixels = scriptedRequest();
  const actor = createActor(
    recast(eventPixelsMachine, {
      address: fromCallback(() => {}),
      readPixels: readPixels.logic,
      readHealths: scriptedRequest().logic,
    }),
    { input: { query, member } },
  ).start();
  render(<PixelList actor={actor as never} last={null} />);
  const pixels = [{ ...first, silent_reason: reason }, ...others];
  readPixels.answer({ output: { ...pixelList, pixels } });
  const row = await screen.findByRole('rowheader', { name: /^Partner/ });
  expect(within(row).getByText(reason)).toBeDefined();
  expect(screen.getAllByText(/Does not fire/)).toHaveLength(1);
});
