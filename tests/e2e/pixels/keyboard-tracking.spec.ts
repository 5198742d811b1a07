import type { Page } from '@playwright/test';
import { Keyboard } from '../support/keyboard.ts';
import { expect, test } from '../support/page.ts';

const log = (page: Page) => page.getByRole('table', { name: 'Conversions, newest first' });

/** Each screen, and the content that shows when it is ready. */
const screens = [
  { path: '/conversions?range=yesterday&sides=both', sees: log, least: 25 },
  {
    path: '/conversions/summary?range=yesterday',
    sees: (page: Page) => page.getByRole('table', { name: 'Summary by time and affiliate' }),
    least: 15,
  },
  {
    path: '/conversions/ledger?range=yesterday',
    sees: (page: Page) => page.getByRole('heading', { name: 'Why the sides differ' }),
    least: 15,
  },
  {
    path: '/pixels',
    sees: (page: Page) => page.getByRole('button', { name: /^Pause Purchase/ }),
    least: 20,
  },
  {
    path: '/pixels/events/new',
    sees: (page: Page) => page.getByRole('textbox', { name: 'Name' }),
    least: 20,
  },
] as const;

test.describe('by keyboard alone, on the screens of conversions and pixels', () => {
  test.use({
    contextOptions: { reducedMotion: 'reduce' },
    storageState: async ({ signedIn }, use) => use(signedIn),
  });

  for (const { path, sees, least } of screens) {
    test(`reaches everything on ${path} and comes back the same way`, async ({ page, visit }) => {
      await visit(path);
      await sees(page).waitFor();
      if (path === '/pixels') await quiet(page);
      expect((await new Keyboard(page).round()).length).toBeGreaterThan(least);
    });
  }

  test('keeps the focus visible on a narrow screen, above the bar at its end', async ({
    page,
    visit,
  }) => {
    await page.setViewportSize({ width: 360, height: 800 });
    await visit('/pixels');
    await page.getByRole('button', { name: /^Pause Purchase/ }).waitFor();
    await quiet(page);
    expect((await new Keyboard(page).round()).length).toBeGreaterThan(15);
  });

  test('finds a conversion, reads its detail and comes back to its row', async ({
    page,
    visit,
  }) => {
    await visit('/conversions?range=yesterday');
    await log(page).waitFor();
    const keyboard = new Keyboard(page);
    const first = log(page).getByRole('link').first();
    const order = (await first.textContent()) ?? '';
    await keyboard.begin(page.getByRole('searchbox'));
    await keyboard.type(order);
    await expect(log(page).getByRole('link')).toHaveCount(1);
    await keyboard.take(log(page).getByRole('link'));
    await expect(
      page.getByRole('heading', { level: 1, name: `Conversion ${order}` }),
    ).toBeVisible();
    await keyboard.isOn(page.getByRole('link', { name: 'All conversions' }));
    await keyboard.press('Enter');
    await keyboard.isOn(log(page).getByRole('link', { name: order }));
  });
});

/** Events keep arriving: the stream is paused before the walk through the page. */
async function quiet(page: Page): Promise<void> {
  const live = page.getByRole('region', { name: /^Live/ });
  await live.getByRole('button', { name: 'Pause' }).press('Enter');
  await live.getByRole('button', { name: 'Clear' }).press('Enter');
}
