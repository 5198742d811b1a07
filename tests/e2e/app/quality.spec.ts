import type { Locator, Page } from '@playwright/test';
import {
  cellsCutOff,
  emulateColors,
  overflow,
  violations,
  violationsInBoth,
} from '../support/axe.ts';
import { chooseRange, expect, table, test } from '../support/page.ts';

const widths = [360, 768, 1440];

/** The faults of a page at a width. The colours at a width in between are those of its neighbours. */
async function wrongAt(page: Page, width: number): Promise<string[]> {
  await emulateColors(page, 'light');
  const wrong = width === 768 ? await violations(page) : await violationsInBoth(page);
  const wider = await overflow(page);
  return [...wrong, ...(wider > 0 ? [`${wider} px wider than its window`] : [])];
}

/** A page that is the same at every width, once `title` is shown. */
async function wrongAtAll(page: Page, title: Locator): Promise<Record<number, string[]>> {
  const wrong: Record<number, string[]> = {};
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    await title.waitFor();
    wrong[width] = await wrongAt(page, width);
  }
  return wrong;
}
const nothing = Object.fromEntries(widths.map((width) => [width, []]));

test('sign-in', async ({ page, visit }) => {
  await visit('/login');
  const title = page.getByRole('heading', { name: 'Sign in' });
  expect(await wrongAtAll(page, title)).toEqual(nothing);
});

test.describe('signed in', () => {
  test.use({ storageState: async ({ signedIn }, use) => use(signedIn) });

  for (const width of widths) {
    test(`dashboard at ${width} px`, async ({ page, visit }) => {
      await page.setViewportSize({ width, height: 900 });
      await page.addInitScript(watchShifts);
      // The skeleton is painted before the first answer, however fast the server is.
      await page.route('**/settings/config/', async (route) => {
        await page.locator('.figure .skeleton').first().waitFor();
        await route.continue();
      });
      await visit('/dashboard');
      await table(page, 'campaign').waitFor();
      await chooseRange(page, 'Last 7 days');
      await table(page, 'campaign').waitFor();
      expect(await page.evaluate(() => (window as unknown as Shifted).shifts)).toEqual([]);
      expect(await wrongAt(page, width)).toEqual([]);
      expect(await nearest(page)).toBeGreaterThanOrEqual(12);
      const payments = page.getByRole('table', { name: 'Payments by affiliate' });
      expect(await cellsCutOff(payments)).toEqual([]);
    });
  }

  test('404', async ({ page, visit }) => {
    await visit('/rules/12');
    const title = page.getByRole('heading', { name: /^Page Not Found/ });
    expect(await wrongAtAll(page, title)).toEqual(nothing);
  });
});

test.describe('by keyboard alone', () => {
  test.use({ storageState: async ({ signedIn }, use) => use(signedIn) });

  test('the range is changed and a campaign opened', async ({ page, visit }) => {
    await visit('/dashboard');
    await table(page, 'campaign').waitFor();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('link', { name: 'Skip to the content' })).toBeFocused();

    await tabTo(page, /^Date range/);
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Date range' }).waitFor();
    await tabTo(page, /^Last 7 days$/);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'Date range: Last 7 days' })).toBeFocused();

    await table(page, 'campaign').waitFor();
    await tabTo(page, /^Campaign$/);
    await page.keyboard.press('ArrowDown');
    await expect(page.getByRole('rowheader').first()).toBeFocused();
    const ring = await page.evaluate(() => {
      const { outlineStyle, outlineWidth } = getComputedStyle(
        document.activeElement ?? document.body,
      );
      return `${outlineStyle} ${outlineWidth}`;
    });
    expect(ring).toBe('solid 2px');
    await page.keyboard.press('Enter');
    await table(page, 'ad set').waitFor();
  });
});

test.describe('with Tab alone', () => {
  test.use({ storageState: async ({ signedIn }, use) => use(signedIn) });

  test('the focus is never lost on the way through the dashboard', async ({ page, visit }) => {
    await visit('/dashboard');
    await table(page, 'campaign').waitFor();
    const inTable = () =>
      page.evaluate(() => document.activeElement?.closest('[role="grid"]') !== null);
    const isLost = () => page.evaluate(() => document.activeElement === document.body);
    let presses = 0;
    for (; presses < 80 && !(await inTable()); presses++) {
      await page.keyboard.press('Tab');
      expect(await isLost(), `after ${presses + 1} presses`).toBe(false);
    }
    expect(presses).toBeLessThan(80);
  });
});

/** Presses Tab until something with this name has the focus. */
async function tabTo(page: Page, name: RegExp): Promise<void> {
  for (let presses = 0; presses < 80; presses++) {
    await page.keyboard.press('Tab');
    const text = await page.evaluate(() => document.activeElement?.textContent ?? '');
    if (name.test(text)) return;
  }
  throw new Error(`Nothing named ${name} was reached with Tab.`);
}

/** The smallest distance between two panels. */
const nearest = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const rooms = [...document.querySelectorAll('.dashboard .panel')].map((panel) =>
      panel.getBoundingClientRect(),
    );
    const gaps = rooms.flatMap((one, index) =>
      rooms
        .slice(index + 1)
        .map((two) =>
          Math.max(
            two.left - one.right,
            one.left - two.right,
            two.top - one.bottom,
            one.top - two.bottom,
          ),
        ),
    );
    return Math.min(...gaps);
  });

type Shifted = { shifts: string[] };
type LayoutShift = PerformanceEntry & {
  value: number;
  hadRecentInput: boolean;
  sources: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[];
};

/** Records, inside the page, every layout shift without user input: element, start and end. */
function watchShifts() {
  const seen = window as unknown as Shifted;
  seen.shifts = [];
  const name = (node: Node | null) => {
    const element = node instanceof Element ? node : node?.parentElement;
    const text = node?.textContent?.trim().slice(0, 40) ?? '';
    return `${element?.tagName.toLowerCase()}.${element?.getAttribute('class')} "${text}"`;
  };
  const place = ({ x, y, width, height }: DOMRectReadOnly) => `${x},${y} ${width}×${height}`;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as LayoutShift[]) {
      if (entry.hadRecentInput) continue;
      const moved = entry.sources.map(
        ({ node, previousRect, currentRect }) =>
          `${name(node)} from ${place(previousRect)} to ${place(currentRect)}`,
      );
      seen.shifts.push(
        `${entry.value} after ${Math.round(entry.startTime)} ms: ${moved.join('; ')}`,
      );
    }
  }).observe({ type: 'layout-shift', buffered: true });
}
