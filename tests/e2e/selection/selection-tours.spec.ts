import type { Page } from '@playwright/test';
import type { EventFromLogic } from 'xstate';
import { american, type Period } from '#contract/period.ts';
import { zoneOf } from '#contract/time-zone.ts';
import { type SelectionSnapshot, selectionMachine } from '#machines/selection/selection.ts';
import { queryOf, viewStateOf } from '#machines/selection/selection-model.ts';
import { readAddress, writeAddress } from '#services/selection/address.ts';
import { comparisonNames } from '#views/selection/comparisons.ts';
import { groupNames } from '#views/selection/groups.ts';
import { clockWords, modelWords } from '#views/selection/models.ts';
import type { Driver, Path, Plan } from '../../support/paths.ts';
import { now, selectionPlan } from '../../support/plans/selection/selection.ts';
import { member, meta, totals } from '../../support/samples.ts';
import { browserTours } from '../support/browser-tours.ts';
import { holdLongTimers } from '../support/held-timers.ts';
import { openOtherTab } from '../support/other-tab.ts';
import { addressOf, expect, test } from '../support/page.ts';
import { startStubServer } from '../support/stub-server.ts';

type Machine = typeof selectionMachine;
type Told = EventFromLogic<Machine>;

const tomorrow = now + 86_400_000;
const { events } = selectionPlan;
const textOf = (opening: ReturnType<typeof viewStateOf>) => writeAddress('', opening);

const plan: Plan<Machine> = {
  ...selectionPlan,
  events: {
    ...events,
    'clock.tick': [now, tomorrow].map((one) => ({ type: 'clock.tick', now: one })),
    'affiliates.choose': [[4], []].map((one) => ({ type: 'affiliates.choose', affiliates: one })),
    'browserConversions.set': [true, false].map((on) => ({ type: 'browserConversions.set', on })),
    'uniqueConversions.set': [false, true].map((on) => ({ type: 'uniqueConversions.set', on })),
    'sidebarRight.set': [true, false].map((on) => ({ type: 'sidebarRight.set', on })),
    'model.choose': [
      { type: 'model.choose', model: 'linear' },
      { type: 'model.choose', model: 'last_click' },
    ],
    'lookback.choose': [7, 30].map((days) => ({ type: 'lookback.choose', days })),
    'clock.choose': [
      { type: 'clock.choose', clock: 'click' },
      { type: 'clock.choose', clock: 'conversion' },
    ],
    'view.open': [
      ...events['view.open'],
      {
        type: 'view.open',
        opening: { project: 7, affiliates: [3], timezone: 'UTC', asOf: '2026-11-19T12:00:00.000Z' },
      },
      { type: 'view.open', opening: { project: 7, timezone: 'UTC', range: 'yesterday' } },
    ],
    'member.change': [...events['member.change'], { type: 'member.change', member }],
  },
  isPossible: (event, state) => isDone(event as Told, state),
};
const [first, ...others] = selectionPlan.inputs ?? [];
/** Opening the dashboard and reaching the start of a continuation takes longer than many steps. */
const longest = 50;
const full = browserTours(selectionMachine, { ...plan, inputs: first ? [first] : [] }, longest);

/** A tour that starts with stored choices, or without projects, continues until these no longer matter. */
const started = browserTours(selectionMachine, {
  ...plan,
  inputs: others,
  isPossible: (event, state) =>
    isDone(event as Told, state) &&
    (state.matches('starting') || (state.matches('noProject') && event.type === 'member.change')),
});

/** Whether a control on the screen can cause the event. */
function isDone(event: Told, { context, ...state }: SelectionSnapshot): boolean {
  switch (event.type) {
    case 'clock.tick':
      return event.now === (context.now === null ? now : tomorrow) && context.now !== tomorrow;
    case 'affiliates.choose':
      return context.project === 7;
    case 'timezone.choose':
      return (event.timezone === 'Default' ? null : zoneOf(event.timezone)) !== context.timezone;
    case 'browserConversions.set':
      return event.on !== context.browserConversions;
    case 'uniqueConversions.set':
      return event.on !== context.uniqueConversions;
    case 'sidebarRight.set':
      return event.on !== context.sidebarRight;
    case 'model.choose':
      return event.model !== context.model;
    case 'lookback.choose':
      return event.days !== context.lookbackDays;
    case 'clock.choose':
      return event.clock !== context.clock;
    case 'asOf.clear':
      return context.asOf !== null;
    case 'filter.choose':
      return context.sidebarRight && context.filters.utm_source === undefined;
    // Its notice disappears after a moment.
    case 'filters.restore':
      return context.cleared !== null && JSON.stringify(state.value).includes('all');
    case 'view.open':
      return textOf(event.opening) !== textOf(viewStateOf(context));
    default:
      return true;
  }
}

/** A browser in front of a server of samples, on a day that lasts until a tour ends it. */
async function visit(page: Page, { input }: Path<Machine>): Promise<Driver<Machine>> {
  const other = await openOtherTab(page);
  let who = input?.member ?? member;
  let request = new URLSearchParams();
  await page.clock.setFixedTime(now);
  await holdLongTimers(page);
  await startStubServer(page, {
    'auth/check/': () => ({ json: who }),
    'param-variants/': () => ({
      json: {
        name: 'params.utm_source',
        variants: [{ value: 'facebook', label: 'facebook', count: 5120 }],
      },
    }),
    'rc-data/': (route) => {
      request = new URL(route.request().url()).searchParams;
      return { json: { data: totals, meta } };
    },
  });
  await page.addInitScript(
    (facts) => {
      if (sessionStorage.getItem('visited')) return;
      for (const [key, text] of facts) localStorage.setItem(`clickledger.v1.${key}`, text);
      sessionStorage.setItem('visited', '1');
    },
    Object.entries({ ...input?.facts, token: who.token }).map(
      ([key, value]) => [key, JSON.stringify(value)] as const,
    ),
  );

  const press = (name: string | RegExp) => page.getByRole('button', { name }).click();
  const link = (name: string) => page.getByRole('link', { name, exact: true }).click();

  async function command(name: string) {
    await page.keyboard.press('Control+k');
    const words = page.getByRole('combobox', { name: 'Find a command' });
    await words.fill(name);
    await page.getByRole('option', { name }).first().click();
    await expect(words).toHaveCount(0);
  }

  async function chooseDays({ start, end }: Period) {
    for (const day of [start, end]) {
      const name = new RegExp(`November ${Number(day.slice(8))}(st|nd|rd|th)?, 2026`);
      await page.getByRole('button', { name }).click();
    }
    await press('Apply');
  }

  async function count(choose: () => Promise<void>) {
    await press(/^How to count:/);
    await choose();
    await page.keyboard.press('Escape');
  }

  const radio = (name: string) => page.getByRole('radio', { name: new RegExp(`^${name}`) }).check();

  const acts: { [T in Told['type']]: (event: Extract<Told, { type: T }>) => Promise<unknown> } = {
    'clock.tick': (event) =>
      event.now === now ? page.goto(addressOf('/dashboard')) : page.clock.setFixedTime(event.now),
    'project.choose': () => command('Bolt'),
    'affiliates.choose': ({ affiliates }) =>
      command(affiliates.length === 0 ? 'All affiliates' : 'South Media'),
    'filter.choose': async ({ group, values }) => {
      const head = page.getByRole('button', { name: new RegExp(`^${groupNames[group]}`) });
      if ((await head.getAttribute('aria-expanded')) === 'false') await head.click();
      await press(`Only ${values[0]}`);
    },
    'filters.clear': () => command('Clear filters'),
    'filters.restore': () => press('Undo'),
    'range.choose': async ({ range }) => {
      if (typeof range === 'string') return command('Last 7 days');
      await press(/^Date range:/);
      await chooseDays(range);
    },
    'timezone.choose': async ({ timezone }) => {
      await page.getByRole('combobox', { name: 'Time zone' }).click();
      await page.getByRole('combobox', { name: 'Search time zone' }).fill(timezone);
      await page.getByRole('option', { name: new RegExp(`^${timezone}`) }).click();
    },
    'comparison.choose': ({ comparison }) => command(comparisonNames[comparison]),
    'comparison.switch': () => page.keyboard.press('c'),
    'comparedPeriod.choose': async ({ period }) => {
      await press(/^Compared with:/);
      await press(/^Custom days/);
      await chooseDays(period);
    },
    'browserConversions.set': () => page.keyboard.press('b'),
    'uniqueConversions.set': () => press('Unique only'),
    'model.choose': ({ model }) => count(() => radio(modelWords[model].name)),
    'lookback.choose': ({ days }) =>
      count(async () => {
        const field = page.getByRole('spinbutton', { name: 'Lookback in days' });
        await field.fill(String(days));
        await field.press('Enter');
      }),
    'clock.choose': ({ clock }) => count(() => radio(clockWords[clock].name)),
    'asOf.clear': () => press('Show current figures'),
    'sidebarRight.set': () => page.locator('.filters-dock').click(),
    'view.open': ({ opening }) =>
      page.evaluate(
        (search) => history.pushState(null, '', search),
        `/dashboard${textOf(opening)}`,
      ),
    'page.changed': async () => {
      await link('Conversions');
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Conversions');
      await link('Dashboard');
    },
    'member.change': async (event) => {
      who = event.member;
      const checked = page.waitForResponse(/auth\/check/);
      await other.keepToken(member.token);
      await checked;
    },
  };

  return {
    send: async (event) => {
      await acts[event.type](event as never);
    },
    answer() {},
    async expect(state) {
      if (!state.matches('starting')) await sees(page, state, () => request);
    },
  };
}

async function sees(page: Page, state: SelectionSnapshot, requestedParams: () => URLSearchParams) {
  const { context } = state;
  const query = queryOf(context);
  const control = (name: string) => page.getByRole('combobox', { name, exact: true });
  if (!query) {
    await expect(control('Project')).toHaveText('No project');
    return expect(control('Project')).toBeDisabled();
  }
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dashboard');
  await expect(control('Project')).toHaveText(/Acme|Bolt/);
  await expect(control('Affiliates')).toHaveText(
    state.matches({ choosing: 'some' }) ? /^(North|South) Media/ : /^All/,
  );
  await expect(page.locator('.filters-dock')).toHaveAttribute(
    'aria-pressed',
    String(context.sidebarRight),
  );
  const opening = readAddress(textOf(viewStateOf(context)));
  await expect.poll(() => readAddress(new URL(page.url()).search)).toEqual(opening);
  await expect
    .poll(() => [requestedParams().get('start_date'), requestedParams().get('end_date')])
    .toEqual([american(query.period.start), american(query.period.end)]);
}

/** A tour is many steps on one page. */
test.describe.configure({ timeout: 240_000 });

test('every transition of the selection is on a tour', async () => {
  const later = await started.missing();
  expect((await full.missing()).filter((edge) => later.includes(edge))).toEqual([]);
});

for (const [name, { tours, walk }] of Object.entries({ full, started })) {
  for (const tour of tours) {
    test(`the selection, ${name}, ${tour.title}`, async ({ page }) => {
      await walk('selection-tours.spec.ts', tour, await visit(page, tour));
    });
  }
}
