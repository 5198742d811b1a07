import { chromium, expect, type Page } from '@playwright/test';
import { member } from '../../support/samples.ts';
import { addressOf, sharedSession as test } from '../support/page.ts';
import { startStubServer, storeSession } from '../support/stub-server.ts';

/** A browser with the back/forward cache, which Playwright switches off otherwise. */
async function openCached(): Promise<{ page: Page; close: () => Promise<void> }> {
  const path = process.env.CHROMIUM_PATH;
  const browser = await chromium.launch({
    ...(path ? { executablePath: path } : {}),
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
    args: [...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), '--disable-gpu'],
  });
  const page = await (await browser.newContext()).newPage();
  return { page, close: () => browser.close() };
}

test('a page in the back/forward cache checks the session before it is painted', async () => {
  const { page, close } = await openCached();
  await startStubServer(page);
  await storeSession(page, member);
  await page.addInitScript(() => {
    const seen: string[] = [];
    Object.assign(window, { seen });
    window.addEventListener('pageshow', ({ persisted }) => {
      seen.push(`persisted: ${persisted}`);
      const look = () => {
        seen.push(document.body.textContent ?? '');
        requestAnimationFrame(look);
      };
      if (persisted) requestAnimationFrame(look);
    });
  });
  await page.goto(addressOf('/dashboard'));
  await expect(page.getByRole('button', { name: `Account: ${member.full_name}` })).toBeVisible();

  await page.goto(addressOf('/conf.js'));
  await page.evaluate(() => localStorage.clear());
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  const seen = await page.evaluate(() => (window as unknown as { seen: string[] }).seen);
  const reasons = await page.evaluate(() =>
    JSON.stringify(performance.getEntriesByType('navigation')[0]?.toJSON().notRestoredReasons),
  );
  expect(seen.slice(0, 2), reasons).toEqual(['persisted: false', 'persisted: true']);
  expect(seen.slice(2).join(' ')).not.toMatch(/Acme|Ana Ruiz|18,240/);
  await close();
});
