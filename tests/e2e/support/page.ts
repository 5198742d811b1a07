import { test as base, expect, type Page } from '@playwright/test';
import { demoEmail, demoPassword } from './server.ts';

type Watched = { visit: (path: string) => Promise<void> };
type Shared = { signedIn: string };

/**
 * The stored session of a person who signed in once. Tests that share worker fixtures share the worker, too: others
 * would start a browser of their own.
 */
export const sharedSession = base.extend<object, Shared>({
  signedIn: [
    async ({ browser }, use, info) => {
      const file = info.project.outputDir.concat(`/session-${info.workerIndex}.json`);
      const page = await browser.newPage();
      await signIn(page);
      await page.context().storageState({ path: file });
      await page.close();
      await use(file);
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});

/** A page that fails its test on a policy violation or a console error. */
export const test = sharedSession.extend<Watched>({
  page: async ({ page }, use) => {
    const complaints: string[] = [];
    page.on('pageerror', (error) => complaints.push(String(error)));
    page.on('console', (message) => {
      const isAnswer = message.text().startsWith('Failed to load resource');
      if (message.type() === 'error' && !isAnswer) complaints.push(message.text());
    });
    await page.addInitScript(() => {
      document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
        console.error(`policy: ${violatedDirective} refused ${blockedURI}`),
      );
    });
    await use(page);
    expect(complaints).toEqual([]);
  },
  visit: async ({ page }, use) => {
    await use(async (path) => {
      await page.goto(addressOf(path));
    });
  },
});

export { expect };

export function addressOf(path: string): string {
  const url = process.env.E2E_URL;
  if (!url) throw new Error('The server of the browser tests was not started.');
  return new URL(path, url).href;
}

/** A time zone whose day began hours ago: just after midnight a table of today is empty. */
export const dayZone = (): string =>
  new Date().getUTCHours() < 6 ? 'America/Los_Angeles' : 'Europe/London';

export async function signIn(page: Page): Promise<void> {
  await page.goto(addressOf('/login'));
  await page.getByRole('textbox', { name: 'Email' }).fill(demoEmail);
  await page.getByLabel('Password').fill(demoPassword);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('navigation', { name: 'Screens' })).toBeVisible();
}

export async function chooseRange(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: /^Date range:/ }).click();
  const ranges = page.getByRole('dialog', { name: 'Date range' });
  await ranges.getByRole('button', { name, exact: true }).click();
  await expect(page.getByRole('button', { name: `Date range: ${name}` })).toBeVisible();
}

export const table = (page: Page, name: string) =>
  page.getByRole('grid', { name: `Figures by ${name}`, exact: true });

/** The buttons that open a row to its default next level. */
export const openButtons = (page: Page) =>
  page.getByRole('grid').getByRole('rowheader').locator('.desk-open');
