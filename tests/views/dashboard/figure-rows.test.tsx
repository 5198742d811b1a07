import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { createActor } from 'xstate';
import {
  type FigureListSnapshot,
  type FigureRowsSnapshot,
  figureListMachine,
  figureRowsMachine,
} from '#machines/dashboard/figure-rows.ts';
import type { FigureListPage, FigureRowsRequest } from '#model/figure-rows.ts';
import { FigureRows } from '#views/dashboard/FigureRows.tsx';
import { figurePage, lastRows, noRows, ratio } from '../../support/figures.ts';
import { figureRowsGestures } from '../../support/gestures/dashboard/figure-rows.ts';
import { offline, question } from '../../support/samples.ts';
import { figureRowsScene } from '../../support/scenes/dashboard/figure-rows.tsx';
import { scriptedRequest } from '../../support/scripted-request.ts';
import { walkView } from '../../support/view-walk.tsx';

/** A closed panel is not rendered; one that was opened from another figure has a back button. */
function sees(state: FigureRowsSnapshot) {
  const dialog = screen.queryByRole('dialog');
  expect(dialog !== null).toBe(state.hasTag('open'));
  if (!dialog) return;
  const panel = within(dialog);
  expect(panel.getByRole('heading', { name: 'Server revenue' })).toBeDefined();
  expect(panel.queryByRole('button', { name: 'Back to the figure before' }) !== null).toBe(
    state.context.trail.length > 1,
  );
}

walkView(figureRowsScene, {
  gestures: figureRowsGestures,
  sees,
});

/** The figure, the rows that add up to it, and the excluded rows. */
function seesList(state: FigureListSnapshot) {
  const dialog = screen.getByRole('dialog');
  const panel = within(dialog);
  expect(dialog.getAttribute('aria-busy')).toBe(String(state.hasTag('busy')));
  expect(panel.queryByRole('alert') !== null).toBe(state.hasTag('failed'));
  const { firstPage, rows, next } = state.context;
  if (!firstPage) return;
  const { found } = firstPage;
  expect(panel.getByRole('heading', { name: found.figure.title })).toBeDefined();
  expect(panel.getByText('from Nov 20, 2026, 05:00 to before Nov 21, 2026, 05:00')).toBeDefined();
  expect(panel.getByText('not France')).toBeDefined();
  for (const { title, name } of found.parts) {
    const figure = name === 'cost' ? '–' : '\\d';
    expect(panel.getByRole('button', { name: new RegExp(`^${title} ${figure}`) })).toBeDefined();
  }
  const unknown = 'Costs have no country, so this cost is unknown.';
  expect(panel.queryByText(unknown) !== null).toBe(found.parts.length > 0);
  const list = panel.queryByRole('table', { name: `Rows of ${found.figure.title}` });
  expect(list !== null).toBe(found.total_rows > 0);
  expect(panel.queryByText('No row contributes to it.') !== null).toBe(
    found.total_rows === 0 && found.adds !== 'parts',
  );
  const left = panel.queryByRole('table', { name: 'Left out, by reason' });
  expect(left !== null).toBe(found.excluded.length > 0);
  if (!list || !left) return;
  expect(within(list).getAllByRole('row')).toHaveLength(rows.length + 1);
  expect(within(list).getByRole('link', { name: 'Conversion 1041' }).getAttribute('href')).toBe(
    '/conversions/cv_1041',
  );
  const correction = within(list).queryByRole('link', { name: 'Correction' });
  expect(correction?.getAttribute('href')).toBe(rows.length > 1 ? '/conversions/a_5' : undefined);
  expect(panel.getByText(/2 rows, together/).textContent).toBe('2 rows, together 180.40');
  expect(within(left).getByRole('row', { name: 'Duplicate 1 40.00' })).toBeDefined();
  expect(within(left).getByRole('row', { name: 'Test 1 –' })).toBeDefined();
  expect(panel.queryByRole('button', { name: 'Show more' }) !== null).toBe(
    next !== null && !state.matches({ ready: 'nextPageFailed' }),
  );
}

it('shows each state of its list of rows', async () => {
  const user = userEvent.setup();
  const read = scriptedRequest<FigureListPage, FigureRowsRequest>();
  const list = figureListMachine.provide({ actors: { readPage: read.logic } });
  const actor = createActor(figureRowsMachine.provide({ actors: { list } }), {
    input: { question },
  }).start();
  render(<FigureRows actor={actor} />);
  const figure = { name: 'revenue', cell: [] };
  const shown = () => {
    const state = actor.getSnapshot().children.list?.getSnapshot();
    if (!state) throw new Error('No figure is open.');
    return state;
  };
  const expectState = (value: unknown) =>
    waitFor(() => {
      expect(shown().value).toEqual(value);
      seesList(shown());
    });
  const press = async (name: string | RegExp) =>
    user.click(await screen.findByRole('button', { name }));

  actor.send({ type: 'figure.open', figure });
  await expectState('loading');
  read.answer({ error: offline });
  await expectState('failed');
  await press(/^Retry/);
  await expectState('loading');
  read.answer({ output: figurePage });
  await expectState({ ready: 'fresh' });
  await press('Show more');
  await expectState({ ready: 'extending' });
  read.answer({ error: offline });
  await expectState({ ready: 'nextPageFailed' });
  await press('Retry');
  read.answer({ output: lastRows });
  await expectState({ ready: 'fresh' });

  actor.send({ type: 'figure.open', figure: { ...figure, name: 'roas' } });
  await expectState('loading');
  read.answer({ output: ratio });
  await expectState({ empty: 'fresh' });
  await press(/^Server revenue/);
  await expectState('loading');
  expect(read.calls.at(-1)?.query.figure).toEqual({ cell: [], name: 'server_revenue' });
  read.answer({ output: noRows });
  await expectState({ empty: 'fresh' });
  await press('Back to the figure before');
  await expectState('loading');
  expect(read.calls.at(-1)?.query.figure.name).toBe('roas');
});
