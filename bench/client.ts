import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { previousAssetsOf } from '#server/plugins/previous-assets.ts';
import {
  comeAndGo,
  freshContext,
  heapOf,
  launch,
  signIn,
  type Visit,
  watchPages,
} from './browser.ts';
import {
  areaBudget,
  assignBudget,
  budgets,
  buildClient,
  bytesOf,
  pixelBudget,
  pixelBytes,
} from './bytes.ts';
import { lengthenTables } from './long-answers.ts';
import { percentile } from './statistics.ts';
import { count, type Line, mark, mebibytes, ms } from './table.ts';
import { type Site, scriptFor, visitsInTabs, visitsInWindows } from './visits.ts';

type Print = (title: string, head: Line, lines: readonly Line[]) => void;

const kilobytes = (bytes: number) => `${(bytes / 1_000).toFixed(1)} kB`;
const longestTask = 100;
const rowsInDocument = 200;
const manyRows = 100_000;

/** The bytes of script and styles of each route. */
export async function benchBytes(print: Print): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'clickledger-bytes-'));
  try {
    buildClient(folder);
    const bytes = bytesOf(folder);
    for (const [kind, title] of [
      ['script', 'Script of a route, gzip, all chunks until its last panel (map data apart)'],
      ['styles', 'Styles of a route, gzip'],
    ] as const) {
      print(
        title,
        ['', 'bytes', 'target', ''],
        (['login', 'dashboard'] as const).map((route) => [
          route,
          kilobytes(bytes[kind][route]),
          `≤ ${kilobytes(budgets[kind][route])}`,
          mark(bytes[kind][route] <= budgets[kind][route]),
        ]),
      );
    }
    print(
      'Script of an area’s screens beside what the dashboard loads, gzip',
      ['', 'bytes', 'target', ''],
      [
        [
          'funnels',
          kilobytes(bytes.funnels),
          `≤ ${kilobytes(areaBudget)}`,
          mark(bytes.funnels <= areaBudget),
        ],
      ],
    );
    const pixel = pixelBytes('px.js');
    const assign = pixelBytes('px-assign.js');
    print(
      'Script on other people’s pages, gzip',
      ['', 'bytes', 'target', ''],
      [
        ['px.js', kilobytes(pixel), `≤ ${kilobytes(pixelBudget)}`, mark(pixel <= pixelBudget)],
        [
          'px-assign.js, when a split test is first shown',
          kilobytes(assign),
          `≤ ${kilobytes(assignBudget)}`,
          mark(assign <= assignBudget),
        ],
      ],
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
    await rm(previousAssetsOf(folder), { recursive: true, force: true });
  }
}

type View = { name: string; search: string; firstNumber: number | null; lastPanel: number | null };

export const today: View = { name: 'today', search: '', firstNumber: 500, lastPanel: 900 };
export const ninetyDays: View = {
  name: '90 days',
  search: '?range=last_90_days',
  firstNumber: null,
  lastPanel: 2_500,
};

/**
 * The waiting time in a new window, in a new tab of a browser that has visited before, in an open tab, and in a private
 * window with cached files.
 */
export async function benchViews(
  site: Site,
  views: readonly View[],
  { times, title, print }: { times: number; title: string; print: Print },
): Promise<void> {
  const lines: Line[] = [];
  for (const view of views) {
    const address = `${site.url}/dashboard${view.search}`;
    const script = await scriptFor(site, address);
    const { cold, cached } = await visitsInWindows(site, address, times);
    const { warm, again } = await visitsInTabs(site, address, times);
    const withoutCounts = { ...view, firstNumber: null, lastPanel: null };
    lines.push(lineOf(`${view.name}, cold`, cold, script, withoutCounts));
    lines.push(lineOf(`${view.name}, warm`, warm, script, view));
    lines.push(lineOf(`${view.name}, warm, same tab`, again, script, withoutCounts));
    lines.push(lineOf(`${view.name}, warm, private window`, cached, script, withoutCounts));
  }
  print(
    title,
    ['', 'first number ms', '', 'last panel ms', '', 'longest task ms', '', 'shift', '', 'script'],
    lines,
  );
}

function lineOf(name: string, visits: readonly Visit[], script: number, wanted: View): Line {
  const median = (of: (visit: Visit) => number) => percentile(visits.map(of), 0.5);
  const most = (of: (visit: Visit) => number) => Math.max(...visits.map(of));
  const [first, last] = [median((one) => one.firstNumber), median((one) => one.lastPanel)];
  const [task, shift] = [most((one) => one.longestTask), most((one) => one.shift)];
  const verdict = (value: number, target: number | null) =>
    target === null ? '' : `${mark(value < target)} < ${target}`;
  return [
    name,
    ms(first),
    verdict(first, wanted.firstNumber),
    ms(last),
    verdict(last, wanted.lastPanel),
    ms(task),
    `${mark(task <= longestTask)} ≤ ${longestTask}`,
    shift.toFixed(4),
    mark(shift === 0),
    kilobytes(script),
  ];
}

/** Whether the app leaks memory. */
export async function benchMemory(site: Site, times: number, print: Print): Promise<void> {
  const browser = await launch();
  try {
    const page = await (await freshContext(browser)).newPage();
    await signIn(page, site.url, site.email, site.password);
    await comeAndGo(page, 10);
    const before = await heapOf(page);
    await comeAndGo(page, times);
    const after = await heapOf(page);
    print(
      `Heap of the page after ${times} navigations`,
      ['', 'before', 'after', 'growth'],
      [['', mebibytes(before), mebibytes(after), mebibytes(after - before)]],
    );
  } finally {
    await browser.close();
  }
}

type LongTable = { name: string; rows: string; show: (page: Page, site: Site) => Promise<void> };

/** Tables of a hundred thousand rows; the time to read and check the answers is not theirs. */
const longTables: readonly LongTable[] = [
  {
    name: 'breakdown, "All"',
    rows: '#breakdown tr',
    show: async (page) => {
      const pages = page.getByRole('navigation', { name: 'Pages' });
      await pages.getByText(count(manyRows)).waitFor({ timeout: 60_000 });
      await page.evaluate(forgetTasks);
      await pages.getByRole('button', { name: /^Rows per page/ }).click();
      await page.getByRole('menuitemradio', { name: 'All' }).click();
      await pages.getByText('All rows').waitFor({ timeout: 60_000 });
    },
  },
  {
    name: 'conversion log',
    rows: '.log-rows tr',
    show: async (page, site) => {
      await page.goto(`${site.url}/conversions?range=last_90_days&kind=conversion`);
      await page.getByText(`${count(manyRows)} shown`).waitFor({ timeout: 120_000 });
      await page.waitForTimeout(2_000);
      await page.evaluate(forgetTasks);
    },
  },
];

/** The rows in the document and the longest task while long tables are shown and scrolled, to their end too. */
export async function benchRows(site: Site, print: Print): Promise<void> {
  const browser = await launch();
  try {
    const context = await freshContext(browser);
    await watchPages(context);
    const page = await context.newPage();
    const end = await lengthenTables(page, { breakdown: manyRows, conversions: manyRows });
    await signIn(page, site.url, site.email, site.password);
    const lines: Line[] = [];
    for (const { name, rows, show } of longTables) {
      await show(page, site);
      let most = await rowsOf(page, rows);
      await page.locator(rows).first().hover();
      for (const distance of [3_000, 400_000, 40_000_000]) {
        await page.mouse.wheel(0, distance);
        await page.waitForTimeout(500);
        most = Math.max(most, await rowsOf(page, rows));
      }
      const task = await page.evaluate(
        () => (globalThis as unknown as { seen: { longestTask: number } }).seen.longestTask,
      );
      lines.push([
        name,
        count(most),
        `${mark(most <= rowsInDocument)} ≤ ${rowsInDocument}`,
        ms(task),
        `${mark(task <= longestTask)} ≤ ${longestTask}`,
      ]);
    }
    print(
      `Tables of ${count(manyRows)} rows`,
      ['', 'rows in the document', '', 'longest task ms', ''],
      lines,
    );
    await end();
  } finally {
    await browser.close();
  }
}

const rowsOf = (page: Page, rows: string): Promise<number> => page.locator(rows).count();

const forgetTasks = () => {
  (globalThis as unknown as { seen: { longestTask: number } }).seen.longestTask = 0;
};
