import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import type { Funnel } from '#contract/funnels/schemas.ts';
import {
  type FunnelOverviewSnapshot,
  funnelNotesMachine,
  funnelOverviewMachine,
  funnelReportMachine,
  oneFunnelMachine,
} from '#machines/funnels/funnel-overview.ts';
import { FunnelOverviewScreen } from '#views/funnels/FunnelOverviewScreen.tsx';
import {
  archivedFunnel,
  draftFunnel,
  funnel,
  notes,
  place,
  report,
} from '../../support/funnel-overview.ts';
import { funnelOverviewGestures } from '../../support/gestures/funnels/funnel-overview.ts';
import { answered, member, offline, query } from '../../support/samples.ts';
import {
  funnelOverviewScene,
  overviewChildren,
  overviewSelection,
} from '../../support/scenes/funnels/funnel-overview.tsx';
import { scriptedRequest } from '../../support/scripted-request.ts';
import { withActors } from '../../support/stub-machines.ts';
import { walkView } from '../../support/view-walk.tsx';

/** Each state by its heading, and the map by whether it has people. */
function sees(state: FunnelOverviewSnapshot) {
  const heading = screen.queryByRole('heading', { level: 1 })?.textContent;
  expect(heading).toBe(
    state.matches({ open: 'missing' })
      ? 'There is no funnel at this address'
      : state.matches({ open: 'archived' })
        ? '“Main offer” is archived'
        : state.hasTag('known')
          ? 'Main offer'
          : undefined,
  );
  expect(screen.queryByRole('region', { name: 'Map' }) !== null).toBe(state.hasTag('known'));
  expect(screen.queryByText(/Publish to see figures/) !== null).toBe(
    state.matches({ open: { known: 'unpublished' } }),
  );
  expect(screen.queryByText(/540 of 10,000 converted/) !== null).toBe(
    state.matches({ open: { known: 'published' } }),
  );
}

walkView(funnelOverviewScene, { gestures: funnelOverviewGestures, sees });

/** The overview of a funnel, for a member with a role. */
function open(rows: Funnel[], { role = 'owner', children = {} } = {}) {
  const [runAction, saveEntry] = [scriptedRequest(), scriptedRequest()];
  const holder = withActors(oneFunnelMachine, {
    readEntries: fromPromise(async () => ({ rows })),
    runAction: runAction.logic,
    saveEntry: saveEntry.logic,
  });
  const projects = member.projects.map((one) => ({ ...one, role }));
  const actor = createActor(
    withActors(funnelOverviewMachine, { ...overviewChildren, funnel: holder, ...children }),
    { input: { query, member: { ...member, projects } } },
  ).start();
  actor.send({ type: 'address.recalled', place });
  render(<FunnelOverviewScreen actor={actor as never} selection={overviewSelection} />);
  return { actor, runAction, saveEntry };
}

const plain = (text: string | null) => text?.replaceAll('\u00a0', ' ');

const itemsOf = (name: string) =>
  within(screen.getByRole('list', { name })).getAllByRole('listitem');

it('shows the people on every edge, apart from those who are excluded or still open', async () => {
  open([funnel]);
  await screen.findByRole('list', { name: 'Map' });
  await waitFor(() =>
    expect(itemsOf('Map').map(({ textContent }) => plain(textContent))).toEqual([
      'Landing10,000 entered',
      'Checkout silent4,200 42.0 %',
      'Left or not seen5,800 58.0 %',
      'Purchase540 12.9 %',
      'Left3,660 87.1 %',
    ]),
  );
  expect(screen.getByText(/870 entries are still open/).textContent).toContain(
    '12 people are excluded',
  );
});

it('opens the parts of a funnel without a warning', async () => {
  const warn = vi.spyOn(console, 'warn');
  open([funnel]);
  await screen.findByRole('list', { name: 'Map' });
  expect(warn.mock.calls).toEqual([]);
  warn.mockRestore();
});

it('shows the same figures as a table, also of optional steps', async () => {
  const user = userEvent.setup();
  open([funnel]);
  await user.click(await screen.findByRole('button', { name: 'Menu of map' }));
  await user.click(await screen.findByRole('menuitemcheckbox', { name: 'Show as table' }));
  const table = await screen.findByRole('table', { name: 'People by step' });
  expect(
    within(table)
      .getAllByRole('row')
      .map(({ textContent }) => plain(textContent)),
  ).toEqual([
    'StepPeopleOf the step beforeOf allLeft before',
    'Landing10,000–100.0 %–',
    'Checkout4,20042.0 %42.0 %–',
    'Order bump optional1202.9 %1.2 %4,080',
    'Purchase54012.9 %5.4 %3,660',
  ]);
});

it('says of each step what it counts, its rate, and since when its events do not arrive', async () => {
  open([funnel]);
  const steps = within(await screen.findByRole('list', { name: 'Steps' }));
  const step = within(steps.getByRole('listitem', { name: 'Checkout' }));
  await step.findByText(/^Silent since Nov 20, 2026, 06:00$/);
  expect(step.getByText('initiate_checkout')).toBeDefined();
  expect(step.getByText(/^42\.0.%$/)).toBeDefined();
  expect(step.getByText('None in 90 days')).toBeDefined();
  const first = within(steps.getByRole('listitem', { name: 'Landing' }));
  expect(
    first.getByText(
      'page_view where page path is /offer and country is one of US, CA and affiliate is known',
    ),
  ).toBeDefined();
  expect(first.getByRole('link', { name: 'Open the page' }).getAttribute('href')).toBe(
    'https://shop.test/offer',
  );
});

it('tells what changed in each version, when and by whom', async () => {
  open([funnel]);
  const list = await screen.findByRole('list', { name: 'Versions' });
  const [latest, first] = [...list.children];
  expect(latest?.textContent).toBe(
    'Version 2 Nov 18, 2026, 10:00:00 by Ana RuizThe window is 7 days instead of 1 day.“Order bump” was added.',
  );
  expect(first?.textContent).toBe('Version 1 Nov 2, 2026, 10:00:00The first one, with 3 steps.');
});

it('pauses, archives and puts on the dashboard from the menu, for members who may write', async () => {
  const user = userEvent.setup();
  const { runAction } = open([funnel]);
  const choose = async (name: string) => {
    await user.click(await screen.findByRole('button', { name: 'Actions on Main offer' }));
    await user.click(await screen.findByRole('menuitem', { name }));
  };
  await choose('Pause');
  await waitFor(() =>
    expect(runAction.calls).toMatchObject([{ action: { kind: 'pause', funnel } }]),
  );
  runAction.answer({ output: { entry: { ...funnel, status: 'paused' } } });
  await screen.findByText('Paused');
  await choose('Resume');
  await waitFor(() => expect(runAction.calls[1]).toMatchObject({ action: { kind: 'resume' } }));
  runAction.answer({ error: offline });
  await screen.findByText(/The server did not answer/);
  await choose('Show on the dashboard');
  await waitFor(() =>
    expect(runAction.calls[2]).toMatchObject({ action: { kind: 'default', isDefault: true } }),
  );
  runAction.answer({ output: { entry: { ...funnel, is_default: true } } });
  await screen.findByText('On the dashboard');
  await choose('Archive');
  await waitFor(() => expect(runAction.calls[3]).toMatchObject({ action: { kind: 'archive' } }));
});

it('asks for the name of a copy, and shows why it is refused', async () => {
  const user = userEvent.setup();
  const { saveEntry } = open([funnel]);
  await user.click(await screen.findByRole('button', { name: 'Actions on Main offer' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Duplicate' }));
  const name = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Name of the copy' });
  expect(name.value).toBe('Main offer 2');
  await user.click(screen.getByRole('button', { name: 'Duplicate' }));
  await waitFor(() => expect(saveEntry.calls).toMatchObject([{ draft: { name: 'Main offer 2' } }]));
  const message = 'Another funnel has this name.';
  saveEntry.answer({ error: { kind: 'invalid', message, fields: { name: [message] } } });
  expect(await screen.findByText(message)).toBeDefined();
  expect(name.value).toBe('Main offer 2');
});

it('offers a viewer no action, and no edit', async () => {
  open([funnel], { role: 'viewer' });
  await screen.findByRole('link', { name: 'Dashboard' });
  expect(screen.queryByRole('link', { name: 'Edit' })).toBeNull();
  expect(screen.queryByRole('button', { name: /^Actions/ })).toBeNull();
  expect(screen.queryByRole('button', { name: /Add note|^Remove/ })).toBeNull();
});

it('draws the steps of a draft, and restores an archived funnel', async () => {
  const user = userEvent.setup();
  open([draftFunnel]);
  await screen.findByRole('list', { name: 'Map' });
  expect(itemsOf('Map').map(({ textContent }) => plain(textContent))).toEqual([
    'Landing',
    'Checkout',
    'Purchase',
  ]);
  expect(screen.queryByRole('link', { name: 'Dashboard' })).toBeNull();

  const { runAction } = open([archivedFunnel]);
  await user.click(await screen.findByRole('button', { name: 'Restore' }));
  expect(runAction.calls).toMatchObject([{ action: { kind: 'restore' } }]);
});

it('says that nobody came', async () => {
  const load = fromPromise(async () =>
    answered({ ...report, totals: { ...report.totals, entered: 0 } }, 'quiet'),
  );
  open([funnel], { children: { report: withActors(funnelReportMachine, { load }) } });
  expect(await screen.findByText(/Nobody took the first step/)).toBeDefined();
});

it('keeps the rest on screen if the notes cannot be read, and adds a note', async () => {
  const user = userEvent.setup();
  const [readEntries, saveEntry] = [scriptedRequest(), scriptedRequest()];
  open([funnel], {
    children: {
      notes: withActors(funnelNotesMachine, {
        readEntries: readEntries.logic,
        saveEntry: saveEntry.logic,
      }),
    },
  });
  await waitFor(() => expect(readEntries.calls).toHaveLength(1));
  readEntries.answer({ error: offline });
  await user.click(await screen.findByRole('button', { name: 'Retry notes' }));
  expect(await screen.findByText(/540 of 10,000 converted/)).toBeDefined();
  readEntries.answer({ output: { rows: notes } });
  await user.click(await screen.findByRole('button', { name: 'Add note' }));
  await user.type(screen.getByRole('textbox', { name: 'What happened' }), 'Price is 49');
  await user.click(screen.getByRole('button', { name: 'Add note' }));
  await waitFor(() => expect(saveEntry.calls).toMatchObject([{ draft: { text: 'Price is 49' } }]));
  expect(screen.queryByRole('button', { name: 'Remove “Version 2 was published.”' })).toBeNull();
});
