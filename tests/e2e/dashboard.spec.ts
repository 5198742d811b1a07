import { type Browser, type BrowserContext, expect, type Page, test } from '@playwright/test';
import type { Session } from '#contract/session.ts';
import { breakdownMachine } from '#machines/breakdown.ts';
import { selectionMachine } from '#machines/selection.ts';
import { type Path, type Plan, pathsOver, walk } from '../support/paths.ts';
import { recorder } from '../support/recorder.ts';
import { question } from '../support/samples.ts';
import { listenForFaults, signIn, visitor } from './demo.ts';

const { parent } = recorder();

test.describe.configure({ mode: 'serial' });

let session: Session;
let context: BrowserContext;
let page: Page;
let faults: string[];

async function open(browser: Browser) {
  session = await signIn();
  context = await visitor(browser, session);
  page = await context.newPage();
  faults = listenForFaults(page);
}

const isReady = async () => {
  for (const name of ['Totals', 'Over time', 'Breakdown']) {
    await expect(page.getByRole('region', { name })).toHaveAttribute('aria-busy', 'false');
  }
};

test.describe('choosing what the figures are about', () => {
  const cast: Session = {
    token: 'unused',
    id: 1,
    email: '',
    full_name: '',
    first_name: '',
    last_name: '',
    phone: null,
    image: null,
    state: 'active',
    is_superuser: false,
    is_debug: false,
    timezone: null,
    email_notifications: true,
    subscriptions: [],
    projects: [],
    affiliates: [],
  };
  const project = (id: number, name: string) => ({
    id,
    name,
    slug: name,
    timezone: 'UTC',
    currency: 'USD',
    role: 'owner',
  });
  const member: Session = {
    ...cast,
    projects: [project(1, 'Larkspur Home'), project(2, 'Fernway Nutrition')],
    affiliates: [1, 2].map((id) => ({
      id,
      aff_id: String(1000 + id),
      name: '',
      project: 1,
      project_name: 'Larkspur Home',
      project_slug: 'larkspur-home',
    })),
  };
  const plan: Plan<typeof selectionMachine> = {
    inputs: [{ member, facts: {}, parent }],
    events: {
      'clock.tick': [{ type: 'clock.tick', now: 0 }],
      'project.choose': [{ type: 'project.choose', project: 2 }],
      'affiliates.choose': [{ type: 'affiliates.choose', affiliates: [1] }],
      'range.choose': [
        { type: 'range.choose', range: 'yesterday' },
        { type: 'range.choose', range: 'last_7_days' },
      ],
      'timezone.choose': [{ type: 'timezone.choose', timezone: 'America/Chicago' }],
      'comparison.choose': [{ type: 'comparison.choose', comparison: 'last_year' }],
      'browserConversions.set': [{ type: 'browserConversions.set', on: true }],
      'uniqueConversions.set': [{ type: 'uniqueConversions.set', on: false }],
      'filters.clear': [],
      'page.changed': [],
    },
    answers: { clock: [] },
  };
  /** The other project has other affiliates, so nobody can choose this one there. */
  const canBeDone = ({ steps }: Path<typeof selectionMachine>) => {
    const types = steps.map(({ event }) => event.type);
    return (
      types.lastIndexOf('affiliates.choose') <= types.indexOf('project.choose') ||
      !types.includes('project.choose')
    );
  };
  const paths = pathsOver(selectionMachine, plan).filter(canBeDone);

  test.beforeAll(({ browser }) => open(browser));
  test.afterAll(() => context.close());

  /** What the address says after each choice: a link to it opens the same. */
  const written: Record<string, RegExp> = {
    'project.choose': /project=2/,
    'affiliates.choose': /affiliates=1(&|$)/,
    'timezone.choose': /timezone=America%2FChicago/,
    'comparison.choose': /compare=last_year/,
    'browserConversions.set': /browser=1/,
    'uniqueConversions.set': /unique=0/,
  };

  for (const [index, path] of paths.entries()) {
    test(`${index + 1}: ${path.title}`, async () => {
      await page
        .evaluate(() => {
          const token = localStorage.getItem('clickledger.v1.token');
          localStorage.clear();
          if (token) localStorage.setItem('clickledger.v1.token', token);
        })
        .catch(() => undefined);
      await page.goto('/dashboard');
      await isReady();
      await walk(path as Path<typeof selectionMachine>, {
        send: async (event) => {
          if (event.type === 'clock.tick') return;
          await choose(event);
          const pattern =
            event.type === 'range.choose'
              ? new RegExp(`range=${String(event.range)}`)
              : written[event.type];
          if (pattern) await expect(page).toHaveURL(pattern);
        },
        answer: () => undefined,
        expect: async () => isReady(),
      });
      expect(faults).toEqual([]);
    });
  }

  type Choice = Parameters<Parameters<typeof walk<typeof selectionMachine>>[1]['send']>[0];

  async function choose(event: Choice) {
    const pick = (name: RegExp | string) => page.getByRole('option', { name }).first().click();
    switch (event.type) {
      case 'project.choose':
        await page.getByRole('combobox', { name: 'Project' }).click();
        return pick(/^Fernway/);
      case 'affiliates.choose': {
        await page.getByRole('combobox', { name: 'Affiliates' }).click();
        const [first] = session.affiliates.filter(({ project: of }) => of === 1);
        const others = page.getByRole('option', { selected: true });
        while ((await others.count()) > 0) await others.first().click();
        await pick(new RegExp(`^${first?.name}`));
        return page.keyboard.press('Escape');
      }
      case 'range.choose':
        await page.getByRole('button', { name: /^Date range/ }).click();
        return page
          .getByRole('button', { name: event.range === 'yesterday' ? 'Yesterday' : 'Last 7 days' })
          .click();
      case 'timezone.choose':
        await page.getByRole('combobox', { name: 'Time zone' }).click();
        await page.getByRole('combobox', { name: 'Search time zone' }).fill('Chicago');
        return pick(/Chicago/);
      case 'comparison.choose':
        await page.getByRole('button', { name: /^Compared with/ }).click();
        return page.getByRole('menuitemradio', { name: 'Same days last year' }).click();
      case 'browserConversions.set':
        return page.getByRole('button', { name: 'Browser' }).click();
      case 'uniqueConversions.set':
        return page.getByRole('button', { name: 'Unique only' }).click();
      default:
        throw new Error(`Nobody does ${event.type} by hand.`);
    }
  }
});

test.describe('drilling down', () => {
  const plan: Plan<typeof breakdownMachine> = {
    inputs: [{ question }],
    events: {
      'query.change': [],
      'row.open': [{ type: 'row.open', key: 'first', label: 'first' }],
      'campaigns.open': [{ type: 'campaigns.open' }],
      'adSets.open': [{ type: 'adSets.open' }],
      'sort.choose': [{ type: 'sort.choose', sort: 'clicks' }],
      'pageSize.choose': [{ type: 'pageSize.choose', pageSize: 25 }],
      'page.choose': [],
    },
    answers: { rows: [] },
  };
  const paths = pathsOver(breakdownMachine, plan);
  const names = { campaigns: 'campaign', adSets: 'ad set', ads: 'ad' } as const;

  test.beforeAll(({ browser }) => open(browser));
  test.afterAll(() => context.close());

  for (const [index, path] of paths.entries()) {
    test(`${index + 1}: ${path.title}`, async () => {
      await page.goto('/dashboard?range=last_7_days');
      await isReady();
      const crumbs = page.getByRole('navigation', { name: 'Breadcrumbs' });
      await walk(path as Path<typeof breakdownMachine>, {
        send: async (event) => {
          if (event.type === 'row.open') {
            await page
              .getByRole('table', { name: /^Figures by/ })
              .getByRole('rowheader')
              .getByRole('button')
              .first()
              .click();
          }
          if (event.type === 'campaigns.open') {
            await crumbs.getByRole('button', { name: 'All campaigns' }).click();
          }
          if (event.type === 'adSets.open') await crumbs.getByRole('button').nth(1).click();
          if (event.type === 'sort.choose') {
            await page.getByRole('columnheader').getByRole('button', { name: 'Clicks' }).click();
          }
          if (event.type === 'pageSize.choose') {
            await page.getByRole('button', { name: /^Rows per page/ }).click();
            await page.getByRole('menuitemradio', { name: '25' }).click();
          }
        },
        answer: () => undefined,
        expect: async ({ value }) => {
          const name = names[String(value) as keyof typeof names];
          await expect(page.getByRole('table', { name: `Figures by ${name}` })).toBeVisible();
          await isReady();
        },
      });
      expect(faults).toEqual([]);
    });
  }
});
