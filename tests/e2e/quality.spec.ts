import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import { chooseRange, expect, table, test } from './page.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Run through the debugger, which the page's own policy does not bind. */
async function violations(page: Page): Promise<string[]> {
  await page.evaluate(axe);
  return page.evaluate(async () => {
    const { axe } = window as unknown as {
      axe: { run: (options: object) => Promise<{ violations: Found[] }> };
    };
    type Found = { id: string; nodes: { html: string; failureSummary: string }[] };
    const { violations } = await axe.run({
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
    });
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 160)} ${failureSummary}`),
    );
  });
}

const widths = [360, 768, 1440];
const themes = ['light', 'dark'] as const;

for (const theme of themes) {
  for (const width of widths) {
    test.describe(`${theme}, ${width} px`, () => {
      test.use({
        colorScheme: theme,
        viewport: { width, height: 900 },
        contextOptions: { reducedMotion: 'reduce' },
      });

      test('sign-in', async ({ page, visit }) => {
        await visit('/login');
        await page.getByRole('heading', { name: 'Sign in' }).waitFor();
        expect(await violations(page)).toEqual([]);
        expect(await overflow(page)).toBe(0);
      });

      test.describe('signed in', () => {
        test.use({ storageState: async ({ signedIn }, use) => use(signedIn) });

        test('dashboard', async ({ page, visit }) => {
          await page.addInitScript(countShifts);
          await visit('/dashboard');
          await table(page, 'campaign').waitFor();
          await chooseRange(page, 'Last 7 days');
          await table(page, 'campaign').waitFor();
          expect(await violations(page)).toEqual([]);
          expect(await overflow(page)).toBe(0);
          expect(await page.evaluate(() => (window as unknown as { shift: number }).shift)).toBe(0);
        });

        test('404', async ({ page, visit }) => {
          await visit('/offers/12');
          await page.getByRole('heading', { name: /^Page Not Found/ }).waitFor();
          expect(await violations(page)).toEqual([]);
          expect(await overflow(page)).toBe(0);
        });
      });
    });
  }
}

test.describe('by keyboard alone', () => {
  test.use({ storageState: async ({ signedIn }, use) => use(signedIn) });

  test('the range is changed and a campaign opened', async ({ page, visit }) => {
    await visit('/dashboard');
    await table(page, 'campaign').waitFor();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('link', { name: 'Skip to the figures' })).toBeFocused();

    await tabTo(page, /^Date range/);
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Date range' }).waitFor();
    await tabTo(page, /^Last 7 days$/);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'Date range: Last 7 days' })).toBeFocused();

    await table(page, 'campaign').waitFor();
    const first = page.getByRole('rowheader').getByRole('button').first();
    await tabTo(page, new RegExp(`^${literal((await first.textContent()) ?? '')}$`));
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

/** Presses Tab until something with this name has the focus. */
async function tabTo(page: Page, name: RegExp): Promise<void> {
  for (let presses = 0; presses < 80; presses++) {
    await page.keyboard.press('Tab');
    const text = await page.evaluate(() => document.activeElement?.textContent ?? '');
    if (name.test(text)) return;
  }
  throw new Error(`Nothing named ${name} was reached with Tab.`);
}

const literal = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

const overflow = (page: Page) =>
  page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - window.innerWidth));

function countShifts() {
  const counted = window as unknown as { shift: number };
  counted.shift = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as unknown as {
      value: number;
      hadRecentInput: boolean;
    }[]) {
      if (!entry.hadRecentInput) counted.shift += entry.value;
    }
  }).observe({ type: 'layout-shift', buffered: true });
}
