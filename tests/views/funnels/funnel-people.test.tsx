import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { createActor, fromCallback, fromPromise } from 'xstate';
import type { SpreadsheetFormat } from '#contract/table-file.ts';
import { funnelDashboardMachine } from '#machines/funnels/funnel-dashboard.ts';
import {
  type FunnelPeopleSnapshot,
  funnelPeopleMachine,
  peopleListMachine,
  savePeopleMachine,
} from '#machines/funnels/funnel-people.ts';
import type { PeoplePage, PeopleQuestion, PeopleRequest } from '#model/funnel-dashboard.ts';
import { PeopleDrawer } from '#views/funnels/report/PeopleDrawer.tsx';
import { peoplePage, person } from '../../support/funnel-report.ts';
import { funnelPeopleGestures } from '../../support/gestures/funnels/funnel-people.ts';
import { peopleQuestion } from '../../support/plans/funnels/funnel-people.ts';
import { offline, screenInput } from '../../support/samples.ts';
import { funnelPeopleScene } from '../../support/scenes/funnels/funnel-people.tsx';
import { scriptedRequest } from '../../support/scripted-request.ts';
import { walkView } from '../../support/view-walk.tsx';

function sees(state: FunnelPeopleSnapshot) {
  const dialog = screen.queryByRole('dialog');
  expect(dialog !== null).toBe(state.hasTag('open'));
  if (!dialog) return;
  const { outcome } = state.context.question ?? peopleQuestion;
  const title = outcome === 'reached' ? 'Reached Checkout' : 'Left before Checkout';
  expect(within(dialog).getByRole('heading', { name: title })).toBeDefined();
}

walkView(funnelPeopleScene, { gestures: funnelPeopleGestures, sees });

function open() {
  const read = scriptedRequest<PeoplePage, PeopleRequest>();
  const save = scriptedRequest<
    string,
    { request: { question: PeopleQuestion; format: SpreadsheetFormat } }
  >();
  const actor = createActor(
    funnelPeopleMachine.provide({
      actors: {
        list: peopleListMachine.provide({ actors: { readPage: read.logic } }),
        saving: savePeopleMachine.provide({ actors: { runTask: save.logic } }),
      },
    }),
    { input: { question: peopleQuestion } },
  ).start();
  const around = createActor(
    funnelDashboardMachine.provide({
      actors: {
        address: fromCallback(() => {}),
        readFunnel: fromPromise(() => new Promise(() => {})),
      },
    }),
    { input: screenInput },
  ).start();
  render(
    <PeopleDrawer screen={around} actor={actor} names={new Map([['checkout', 'Checkout']])} />,
  );
  return { read, save, user: userEvent.setup() };
}

it('lists people page by page and keeps them if the next page fails', async () => {
  const { read, user } = open();
  read.answer({ output: { ...peoplePage, next: 'n' } });
  await user.click(await screen.findByRole('button', { name: 'Load more' }));
  read.answer({ error: offline });
  await user.click(await screen.findByRole('button', { name: 'Retry the next people' }));
  expect(screen.getAllByRole('row')).toHaveLength(2);
  read.answer({ output: { rows: [{ ...person, id: 'v_2', person: 'v_2' }], next: null } });
  expect(await screen.findByText('2 shown')).toBeDefined();
  expect(read.calls.map(({ cursor }) => cursor)).toEqual([null, 'n', 'n']);
});

it('says that nobody is there, and offers to read again what failed', async () => {
  const { read, user } = open();
  read.answer({ error: offline });
  await user.click(await screen.findByRole('button', { name: 'Retry people' }));
  read.answer({ output: { rows: [], next: null } });
  expect(await screen.findByText('Nobody is behind this figure')).toBeDefined();
});

it('links the revenue of a person to the conversions of the click, on the days of the attempt', async () => {
  window.history.replaceState(
    null,
    '',
    '/funnels/dashboard/vsl-main?project=7&affiliates=3&range=today',
  );
  const { read } = open();
  const buyer = { ...person, revenue: 64, click_id: 'c_81f0' };
  read.answer({
    output: {
      rows: [
        { ...buyer, furthest_at: '2026-11-21T05:30:00.000Z' },
        { ...buyer, id: 'v_2', click_id: null },
        { ...person, id: 'v_3', click_id: 'c_1' },
      ],
      next: null,
    },
  });
  const link = await screen.findByRole('link', { name: /conversions of v_7c1f0d2e9a/ });
  expect(link.getAttribute('href')).toBe(
    '/conversions?project=7&affiliates=3&start=2026-11-20&end=2026-11-21&find=c_81f0',
  );
  expect(screen.getAllByRole('link')).toEqual([link]);
  window.history.replaceState(null, '', '/');
});

it('writes the same people to a file, which can be cancelled', async () => {
  const { save, user } = open();
  await user.click(await screen.findByRole('button', { name: 'Save as CSV' }));
  expect(screen.getByRole('progressbar', { name: 'The file is being written' })).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Stop saving' }));
  await user.click(screen.getByRole('button', { name: 'Save as CSV' }));
  const request = { question: peopleQuestion, format: 'csv' };
  expect(save.calls).toEqual([{ request }, { request }]);
  save.answer({ error: offline });
  expect((await screen.findByRole('alert')).textContent).toContain(
    'The file was not saved. The server did not answer.',
  );
  await user.click(screen.getByRole('button', { name: 'Save as CSV' }));
  save.answer({ output: 'vsl-main-people.csv' });
  expect(await screen.findByText('Saved vsl-main-people.csv.')).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Save as XLSX' }));
  expect(save.calls.at(-1)).toEqual({ request: { question: peopleQuestion, format: 'xlsx' } });
});
