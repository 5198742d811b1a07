import type { Locator, Page } from '@playwright/test';
import type { AnyStateMachine, EventFromLogic, SnapshotFrom } from 'xstate';
import type { breakdownMachine } from '#machines/dashboard/breakdown.ts';
import type { selectionMachine } from '#machines/selection/selection.ts';
import { groupingNames } from '#views/dashboard/table/groupings.ts';
import { chooseRange, table } from './page.ts';

/**
 * How a person causes each event in a real browser. The samples name things of a made-up company, so a gesture uses a
 * matching thing of the demo company; `next` is the expected state, `before` the present one.
 */
export type BrowserGestures<M extends AnyStateMachine> = {
  [T in EventFromLogic<M>['type']]:
    | ((
        page: Page,
        event: Extract<EventFromLogic<M>, { type: T }>,
        next: SnapshotFrom<M>,
        before: SnapshotFrom<M>,
      ) => Promise<void>)
    | typeof unreachable;
};
/** Whether an event can be caused on this page by hand; paths through others are walked on the actor and the view. */
const unreachable = 'not by hand';

export const isByHand = <M extends AnyStateMachine>(
  gestures: BrowserGestures<M>,
  type: EventFromLogic<M>['type'],
): boolean => gestures[type] !== unreachable;

const picker = (page: Page, name: string) => page.getByRole('combobox', { name, exact: true });

const comparisons = {
  same_elapsed: 'Same part of the period before',
  previous: 'Whole period before',
  last_year: 'Same days last year',
  none: 'No comparison',
};

export const selectionGestures: BrowserGestures<typeof selectionMachine> = {
  'project.choose': async (page) => {
    await picker(page, 'Project').click();
    await page.getByRole('option', { selected: false }).first().click();
  },
  'affiliates.choose': async (page, _, next) => {
    await picker(page, 'Affiliates').click();
    await page.getByRole('option').first().waitFor();
    const all = page.getByRole('button', { name: /^All (\d+ )?affiliates$/ });
    const chosen = page.getByRole('option', { selected: true });
    if (next.matches({ choosing: 'all' })) await all.click();
    else if ((await chosen.count()) > 0) await clickSecond(page.getByRole('option'));
    else await page.getByRole('option').first().click();
    await page.keyboard.press('Escape');
  },
  'range.choose': async (page, { range }) => {
    if (typeof range === 'string') return chooseRange(page, 'Last 7 days');
    await page.getByRole('button', { name: /^Date range:/ }).click();
    const days = page.getByRole('gridcell').getByRole('button', { disabled: false });
    await days.first().click();
    await days.last().click();
    await page.getByRole('button', { name: 'Apply' }).click();
  },
  'timezone.choose': async (page, { timezone }) => {
    await picker(page, 'Time zone').click();
    await page.getByRole('combobox', { name: 'Search time zone' }).fill(timezone);
    await page.getByRole('option').first().click();
  },
  'comparison.choose': async (page, { comparison }) => {
    await page.getByRole('button', { name: /^Compared with:/ }).click();
    await page.getByRole('button', { name: comparisons[comparison] }).click();
  },
  'browserConversions.set': (page, { on }) =>
    page.getByRole('button', { name: on ? 'Browser' : 'Server', exact: true }).click(),
  'uniqueConversions.set': (page) => page.getByRole('button', { name: 'Unique only' }).click(),
  'comparison.switch': unreachable,
  'comparedPeriod.choose': async (page) => {
    await page.getByRole('button', { name: /^Compared with:/ }).click();
    await page.getByRole('button', { name: /^Custom days/ }).click();
    const days = page.getByRole('gridcell').getByRole('button', { disabled: false });
    await days.first().click();
    await days.last().click();
    await page.getByRole('button', { name: 'Apply' }).click();
  },
  'model.choose': unreachable,
  'lookback.choose': unreachable,
  'clock.choose': unreachable,
  'filter.choose': unreachable,
  'sidebarRight.set': unreachable,
  'asOf.clear': unreachable,
  'view.open': unreachable,
  'filters.restore': unreachable,
  'filters.clear': unreachable,
  'page.changed': unreachable,
  'clock.tick': unreachable,
  'member.change': unreachable,
};

export const menuOf = (page: Page) =>
  page
    .getByRole('grid')
    .getByRole('rowheader')
    .getByRole('button', { name: /^Menu of/ });

export const breakdownGestures: BrowserGestures<typeof breakdownMachine> = {
  'table.recalled': unreachable,
  'row.open': async (page, { grouping }) => {
    await menuOf(page).first().click();
    await page.getByRole('menuitem', { name: 'Open by' }).click();
    await page.getByRole('menuitem', { name: groupingNames[grouping].one, exact: true }).click();
  },
  'level.open': (page) => page.getByRole('button', { name: 'All', exact: true }).click(),
  'level.up': async (page) => {
    await page.getByRole('grid').getByRole('rowheader').first().focus();
    await page.keyboard.press('Backspace');
  },
  'grouping.choose': async (page, { grouping }) => {
    await page.getByRole('button', { name: /^Rows:/ }).click();
    await page
      .getByRole('menuitemradio', { name: groupingNames[grouping].many, exact: true })
      .click();
  },
  'earning.set': (page, { on }) =>
    page
      .getByRole('button', {
        name: on ? /^All rows; show only/ : 'Show rows without server revenue too',
      })
      .click(),
  'sort.choose': async (page) =>
    page
      .getByRole('grid')
      .getByRole('columnheader', { name: 'Clicks' })
      .getByRole('button')
      .click(),
  'columns.choose': async (page) => {
    await page.getByRole('button', { name: 'Columns', exact: true }).click();
    await page.getByRole('checkbox', { name: 'Settled', exact: true }).check({ force: true });
    await page.keyboard.press('Escape');
  },
  'find.change': async (page) => {
    await table(page, 'campaign').or(page.getByRole('grid')).first().waitFor();
    await page.getByRole('searchbox', { name: /^Find by name among / }).fill('a');
  },
  'pageSize.choose': async (page) => {
    await page.getByRole('button', { name: /^Rows per page:/ }).click();
    await page.getByRole('menuitemradio', { name: 'All' }).click();
  },
  'page.choose': unreachable,
  'spent.set': unreachable,
  'estimate.set': (page) => page.getByRole('button', { name: 'Show no estimated cost' }).click(),
  'spentPage.choose': unreachable,
  'query.change': async (page, { question }, _, before) => {
    if (question.project === before.context.question.project) {
      const range = page.getByRole('button', { name: /^Date range:/ });
      const isWeek = (await range.textContent())?.includes('Last 7 days');
      return chooseRange(page, isWeek ? 'Yesterday' : 'Last 7 days');
    }
    await picker(page, 'Project').click();
    await page.getByRole('option', { selected: false }).first().click();
    await table(page, 'campaign').waitFor();
  },
};

const clickSecond = (options: Locator) => options.nth(1).click();
