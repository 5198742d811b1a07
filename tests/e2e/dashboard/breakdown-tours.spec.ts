import type { Page } from '@playwright/test';
import type { AnyStateMachine, EventFromLogic, SnapshotFrom } from 'xstate';
import type { TableState } from '#contract/saved-views/table-state.ts';
import { type BreakdownSnapshot, breakdownMachine } from '#machines/dashboard/breakdown.ts';
import { type SelectionSnapshot, selectionMachine } from '#machines/selection/selection.ts';
import { writeTable } from '#services/dashboard/table-address.ts';
import { groupingNames } from '#views/dashboard/table/groupings.ts';
import type { Driver, Path } from '../../support/paths.ts';
import { breakdownPlan } from '../../support/plans/dashboard/breakdown.ts';
import { selectionPlan } from '../../support/plans/selection/selection.ts';
import { question } from '../../support/samples.ts';
import { browserTours } from '../support/browser-tours.ts';
import {
  type BrowserGestures,
  breakdownGestures,
  isByHand,
  menuOf,
  selectionGestures,
} from '../support/gestures.ts';
import { expect, table, test } from '../support/page.ts';

type SelectedConversions = EventFromLogic<typeof selectionMachine>;
type Arranged = EventFromLogic<typeof breakdownMachine>;

/** The demo's clock ticks by itself; the test causes the other events, where the screen has a control for them. */
function isChosen(event: SelectedConversions, { context, ...state }: SelectionSnapshot): boolean {
  if (event.type === 'clock.tick') return true;
  if (state.matches('starting') || !isByHand(selectionGestures, event.type)) return false;
  switch (event.type) {
    case 'project.choose':
      return event.project !== context.project;
    case 'affiliates.choose':
      return context.project === question.project;
    // Presses twice: from all affiliates on to some off.
    case 'browserConversions.set':
      return (
        event.on !== context.browserConversions && event.on === state.matches({ choosing: 'all' })
      );
    case 'uniqueConversions.set':
      return (
        event.on !== context.uniqueConversions && event.on === state.matches({ choosing: 'some' })
      );
    default:
      return true;
  }
}

const { events } = selectionPlan;
const selection = browserTours(selectionMachine, {
  ...selectionPlan,
  inputs: (selectionPlan.inputs ?? []).slice(0, 1),
  events: {
    ...events,
    'project.choose': [8, 7].map((project) => ({ type: 'project.choose', project })),
    'browserConversions.set': [true, false].map((on) => ({ type: 'browserConversions.set', on })),
    'uniqueConversions.set': [false, true].map((on) => ({ type: 'uniqueConversions.set', on })),
  },
  isPossible: (event, state) => isChosen(event as SelectedConversions, state),
});

/** An address opens the table once; a search may find no rows. */
function isArranged(event: Arranged, { context, ...state }: BreakdownSnapshot): boolean {
  if (event.type === 'table.recalled') {
    const isSample = context.question.project === question.project;
    return state.matches('starting') && (isSample || event.opening.path === undefined);
  }
  if (event.type === 'earning.set') return event.on !== context.isEarning;
  if (event.type === 'row.open') return context.find === '';
  return isByHand(breakdownGestures, event.type);
}

const breakdown = browserTours(breakdownMachine, {
  ...breakdownPlan,
  events: {
    ...breakdownPlan.events,
    'earning.set': [false, true].map((on) => ({ type: 'earning.set', on })),
  },
  isPossible: (event, state) => isArranged(event as Arranged, state),
});

/** The address that opens the table as it does on a tour. */
function openingOf({ steps }: Path<typeof breakdownMachine>): TableState {
  const told = steps.find(({ event }) => event.type === 'table.recalled')?.event;
  return told && 'opening' in told ? (told.opening as TableState) : {};
}

/** Gestures on a page before the real server, whose answers come by themselves. */
function hands<M extends AnyStateMachine>(
  page: Page,
  { steps }: Path<M>,
  gestures: BrowserGestures<M>,
  sees: (state: SnapshotFrom<M>) => Promise<void>,
): Driver<M> {
  const left = [...steps];
  let before = left[0]?.state as SnapshotFrom<M>;
  return {
    async send(event) {
      const gesture = gestures[event.type as keyof BrowserGestures<M>];
      const next = left[0]?.state as SnapshotFrom<M>;
      if (typeof gesture === 'function') await gesture(page, event as never, next, before);
    },
    answer() {},
    async expect(state) {
      await sees(state);
      before = state;
      left.shift();
    },
  };
}

const isPressed = (page: Page, name: string, pressed: boolean) =>
  expect(page.getByRole('button', { name, exact: true })).toHaveAttribute(
    'aria-pressed',
    String(pressed),
  );

async function seesSelection(page: Page, state: SelectionSnapshot) {
  if (!state.matches('choosing')) return;
  await expect(page.getByRole('combobox', { name: 'Affiliates', exact: true })).toHaveText(
    state.matches({ choosing: 'all' }) ? /^All (\d+ )?affiliates$/ : /^(?!All )/,
  );
  await isPressed(page, 'Browser', state.context.browserConversions);
  await isPressed(page, 'Unique only', state.context.uniqueConversions);
  const panel = page.getByRole('region', { name: 'Breakdown' });
  const nothing = panel.getByText(/^(Nothing|Your filters)/);
  await expect(table(page, 'campaign').or(nothing)).toBeVisible();
}

async function seesBreakdown(page: Page, state: BreakdownSnapshot) {
  if (state.matches('starting')) return;
  const { many } = groupingNames[state.context.grouping];
  await expect(page.getByRole('button', { name: `Rows: ${many}`, exact: true })).toBeVisible();
  await expect(page.getByRole('grid', { name: /^Figures by / })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Breakdown' })).toHaveAttribute(
    'aria-busy',
    'false',
  );
  await expect(page.getByRole('button', { name: 'All', exact: true })).toHaveCount(
    state.matches({ open: 'drilledDown' }) ? 1 : 0,
  );
}

/**
 * The branches that a tour cannot take: another view or machine causes them, or the demo account is not of that kind.
 */
test('every transition of the selection that a hand can cause here is on a tour', async () => {
  expect(await selection.missing()).toEqual([
    'selection.starting --clock.tick[0]-->',
    'selection.starting --clock.tick[1]-->',
    'selection.noProject --member.change[0]-->',
    'selection.noProject --member.change[1]-->',
    'selection.choosing --filter.choose[0]-->',
    'selection.choosing --filters.clear[0]-->',
    'selection.choosing --filters.restore[0]-->',
    'selection.choosing --filters.restore[1]-->',
    'selection.choosing --comparison.switch[0]-->',
    'selection.choosing --model.choose[0]-->',
    'selection.choosing --lookback.choose[0]-->',
    'selection.choosing --clock.choose[0]-->',
    'selection.choosing --asOf.clear[0]-->',
    'selection.choosing --sidebarRight.set[0]-->',
    'selection.choosing --view.open[0]-->',
    'selection.choosing --view.open[1]-->',
    'selection.choosing --member.change[0]-->',
    'selection.choosing --member.change[1]-->',
    'selection.choosing --member.change[2]-->',
    'selection.choosing --page.changed[0]-->',
    'selection.noProject was never entered',
  ]);
});

test('every transition of the breakdown that a hand can cause here is on a tour', async () => {
  expect(await breakdown.missing()).toEqual([
    'breakdown.open --table.recalled[0]-->',
    'breakdown.open --spent.set[0]-->',
    'breakdown.open --spentPage.choose[0]-->',
    'breakdown.open --page.choose[0]-->',
  ]);
});

test.describe('signed in', () => {
  // A tour is many steps on one page.
  test.describe.configure({ timeout: 240_000 });
  test.use({ storageState: async ({ signedIn }, use) => use(signedIn) });

  for (const tour of selection.tours) {
    test(`the selection, ${tour.title}`, async ({ page, visit }) => {
      await visit('/dashboard');
      const driver = hands(page, tour, selectionGestures, (state) => seesSelection(page, state));
      await selection.walk('dashboard/breakdown-tours.spec.ts', tour, driver);
    });
  }

  for (const tour of breakdown.tours) {
    test(`the breakdown, ${tour.title}`, async ({ page, visit }) => {
      await visit(`/dashboard${writeTable('?range=yesterday', openingOf(tour))}`);
      const driver = hands(page, tour, breakdownGestures, (state) => seesBreakdown(page, state));
      await breakdown.walk('dashboard/breakdown-tours.spec.ts', tour, driver);
    });
  }

  test('the submenu of a row waits for a hand that takes another way into it', async ({
    page,
    visit,
  }) => {
    await page.clock.install();
    await visit('/dashboard?range=last7');
    await menuOf(page).first().waitFor();
    await page.clock.pauseAt(new Date(Date.now() + 60_000));
    await menuOf(page).first().click();
    await page.clock.runFor(1_000);
    const opener = page.getByRole('menuitem', { name: 'Open by' });
    const item = page.getByRole('menuitem', { name: 'Ad set', exact: true });
    const start = await opener.boundingBox();
    if (!start) throw new Error('The menu of the row is not drawn.');
    await page.mouse.move(start.x + 30, start.y + start.height / 2);
    await page.clock.runFor(1_000);
    const end = await item.boundingBox();
    if (!end) throw new Error('The submenu is not drawn.');
    await page.mouse.move(start.x - 8, start.y + start.height + 8);
    await page.clock.runFor(200);
    await page.mouse.move(end.x + end.width / 2, end.y + end.height / 2);
    await page.clock.runFor(1_000);
    await expect(item).toBeVisible();
  });
});
