import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { createActor } from 'xstate';
import type { MasterPixel } from '#contract/master-pixels/schemas.ts';
import {
  type MasterPixelsSnapshot,
  masterPixelsMachine,
} from '#machines/master-pixels/master-pixels.ts';
import { MasterPixelItem } from '#views/master-pixels/MasterPixelItem.tsx';
import { MasterPixels } from '#views/master-pixels/MasterPixels.tsx';
import { masterPixelsGestures } from '../../support/gestures/master-pixels/master-pixels.ts';
import { freshPixel, pixel } from '../../support/master-pixels.ts';
import { query } from '../../support/samples.ts';
import { masterPixelsScene } from '../../support/scenes/master-pixels/master-pixels.tsx';
import { scriptedRequest } from '../../support/scripted-request.ts';
import { withActors } from '../../support/stub-machines.ts';
import { walkView } from '../../support/view-walk.tsx';

/** Checks for each state the pixels, the text in their place, the form, and the next actions. */
function sees(state: MasterPixelsSnapshot) {
  const { rows, problem } = state.context;
  const isWriting = state.hasTag('writing');
  expect(screen.queryByRole('dialog') !== null).toBe(isWriting);
  if (isWriting) {
    const form = within(screen.getByRole('dialog'));
    expect(form.getByRole('group', { name: '' }).hasAttribute('disabled')).toBe(
      state.hasTag('busy'),
    );
    if (problem?.fields?.name) expect(form.getByText('Another pixel has this name.')).toBeDefined();
    return;
  }
  const panel = screen.getByRole('region', { name: 'Master pixels' });
  expect(panel.getAttribute('aria-busy')).toBe(String(state.hasTag('busy')));
  const names = within(panel)
    .queryAllByRole('heading', { level: 3 })
    .map((heading) => heading.textContent);
  expect(names).toEqual(state.hasTag('showing') ? rows.map(({ name }) => name) : []);
  const isRefused = state.can({ type: 'problem.dismiss' });
  const isUndoable = state.hasTag('undoable') && state.context.notRestored.length > 0;
  expect(screen.queryByRole('button', { name: 'Undo' }) !== null).toBe(isUndoable);
  expect(screen.queryByRole('button', { name: 'Dismiss' }) !== null).toBe(isRefused);
  expect(screen.queryByRole('button', { name: /^Retry/ }) !== null).toBe(
    state.hasTag('failed') && !isRefused,
  );
}

walkView(masterPixelsScene, {
  isPart: true,
  gestures: masterPixelsGestures,
  sees,
});

function open(pixels: MasterPixel[]) {
  const readEntries = scriptedRequest();
  const runAction = scriptedRequest();
  const machine = withActors(masterPixelsMachine, {
    readEntries: readEntries.logic,
    runAction: runAction.logic,
  });
  const actor = createActor(machine, { input: { scope: query } }).start();
  render(<MasterPixels actor={actor} mayWrite />);
  readEntries.answer({ output: { rows: pixels } });
  const press = async (name: string) =>
    userEvent.click(await screen.findByRole('button', { name }));
  return { press, turned: runAction.calls };
}
const created = { scope: query, action: { pixel: freshPixel, change: { is_primary: true } } };

it('shows which event pixels will stop before another event becomes the conversion', async () => {
  const { press, turned } = open([pixel, freshPixel]);
  await press('Make conversion event: Sign-up');
  const ask = within(screen.getByRole('alertdialog', { name: 'Make lead the conversion event?' }));
  expect(ask.getByText(/^3 event pixels for purchase stop firing\b/)).toBeDefined();
  await press('Cancel');
  expect([screen.queryByRole('alertdialog'), turned]).toEqual([null, []]);
  await press('Make conversion event: Sign-up');
  await press('Make conversion event');
  expect(turned).toEqual([created]);
});

it('asks for no confirmation where no event pixel would stop', async () => {
  const { press, turned } = open([{ ...pixel, event_pixels: 0 }, freshPixel]);
  await press('Make conversion event: Sign-up');
  expect(turned).toEqual([created]);
});

it('shows for a formerly primary pixel how many event pixels wait for it', async () => {
  open([
    { ...pixel, is_primary: false },
    { ...freshPixel, is_primary: true, event_pixels: 1 },
  ]);
  const item = within(await screen.findByRole('listitem', { name: 'Shop' }));
  expect(item.getByText('3, which do not fire: it does not count as conversion')).toBeDefined();
  const other = within(screen.getByRole('listitem', { name: 'Sign-up' }));
  expect(other.getByText('Event pixels').nextElementSibling?.textContent).toBe('1');
});

describe('the result of saving a pixel', () => {
  const facts = (what: Partial<MasterPixel>) => {
    const actor = createActor(masterPixelsMachine, { input: { scope: query } });
    render(
      <MasterPixelItem actor={actor} pixel={{ ...pixel, ...what }} zone="UTC" mayWrite={false} />,
    );
    const told = screen
      .getAllByRole('term')
      .map((term) => [term.textContent, term.nextElementSibling?.textContent]);
    return Object.fromEntries(told);
  };

  it.each([
    [33, 12, '12'],
    [0, 0, '0'],
    [33, 0, '0: its event comes without the key, as from servers'],
  ])('%i of its event and %i with its key do not contradict each other', (named, keyed, text) => {
    expect(facts({ count_24h: named, received_24h: keyed })).toMatchObject({
      'purchase, last 24 hours': String(named),
      'Sent with this key, last 24 hours': text,
    });
  });
});

it('keeps the typed text when the user clicks outside the form', async () => {
  const { press } = open([pixel]);
  await press('Create pixel');
  const name = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Name' });
  await userEvent.type(name, 'Shop');
  await userEvent.click(document.querySelector('.backdrop') ?? document.body);
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' }).value).toBe('Shop');
  await userEvent.keyboard('{Escape}');
  expect(screen.queryByRole('dialog')).toBeNull();
});
