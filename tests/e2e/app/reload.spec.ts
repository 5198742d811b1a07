import { expect, type Page } from '@playwright/test';
import { member } from '../../support/samples.ts';
import { sharedSession as test } from '../support/page.ts';
import { type RequestOutcome, startProxy } from '../support/proxy.ts';
import { startStubServer } from '../support/stub-server.ts';

/**
 * A deploy under an open tab: every asset has another address from then on, and the old ones are gone. `broken` leaves
 * out the lazy parts, like an interrupted deploy.
 */
async function deployment() {
  const url = process.env.E2E_URL ?? '';
  let deployed: 'no' | 'whole' | 'broken' = 'no';
  const renamed = (body: Buffer) =>
    Buffer.from(body.toString('latin1').replaceAll('assets/', 'assets/v2/'), 'latin1');
  const isLater = (path: string) => /\/member-[\w-]+\.js$/.test(path);
  const fateOf = (path: string): RequestOutcome => {
    if (deployed === 'no' || /^\/(api|conf)/.test(path)) return { kind: 'pass' };
    if (!path.startsWith('/assets/')) return { kind: 'pass', rewrite: renamed };
    if (!path.startsWith('/assets/v2/')) return { kind: 'refuse', status: 404 };
    return deployed === 'broken' && isLater(path)
      ? { kind: 'refuse', status: 404 }
      : { kind: 'pass', rewrite: /\.(js|css)$/.test(path) ? renamed : (body) => body };
  };
  const proxy = await startProxy(url, fateOf);
  return {
    ...proxy,
    deploy: (state: 'whole' | 'broken') => {
      deployed = state;
    },
    /** How often the page was fetched to be shown; checks for its presence are not counted. */
    pages: () =>
      proxy.seen.filter(({ method, url }) => method === 'GET' && /^\/(login|dashboard)/.test(url))
        .length,
  };
}

/** Notices are the last part that loads without a sign-in: if they failed, the page would reload before it. */
async function openSignIn(page: Page, url: string) {
  await page.goto(`${url}/login`);
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  await page.getByRole('region', { name: 'Notices' }).waitFor({ state: 'attached' });
}

async function signIn(page: Page) {
  await page.getByRole('textbox', { name: 'Email' }).fill(member.email);
  await page.getByLabel('Password').fill('correct horse battery');
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** The old page keeps its form until the new one has loaded: text typed in between is lost with it. */
async function signInUntilReloaded(page: Page) {
  const reloaded = page.waitForEvent('load');
  await signIn(page);
  await reloaded;
}

const blockSessionStorage = () =>
  Object.defineProperty(window, 'sessionStorage', {
    get: () => {
      throw new DOMException('The operation is insecure.', 'SecurityError');
    },
  });
const stepClock = () => {
  const real = Date.now.bind(Date);
  let steps = 0;
  Date.now = () => real() + (steps++ % 2 === 0 ? 3_600_000 : -3_600_000);
};
const settings = [
  ['with session storage', () => {}],
  ['without session storage', blockSessionStorage],
  ['with a clock that jumps', stepClock],
] as const;

for (const [name, prepare] of settings) {
  test.describe(`a deploy under an open page, ${name}`, () => {
    test('costs one reload', async ({ page }) => {
      const site = await deployment();
      await page.addInitScript(prepare);
      await startStubServer(page);
      await openSignIn(page, site.url);
      site.deploy('whole');
      await signInUntilReloaded(page);
      expect(site.pages()).toBe(2);
      await page.getByRole('heading', { name: 'Sign in' }).waitFor();
      await signIn(page);
      await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible();
      expect(site.pages()).toBe(2);
      await site.stop();
    });

    test('that is broken ends in a page with a reload button after one reload', async ({
      page,
    }) => {
      const site = await deployment();
      await page.addInitScript(prepare);
      await startStubServer(page);
      await openSignIn(page, site.url);
      site.deploy('broken');
      await signInUntilReloaded(page);
      expect(site.pages()).toBe(2);
      await page.getByRole('heading', { name: 'Sign in' }).waitFor();
      await signIn(page);
      const missing = page
        .getByRole('alert')
        .filter({ hasText: 'Part of this page could not be loaded' });
      await expect(missing).toBeVisible();
      expect(site.pages()).toBe(2);

      site.deploy('whole');
      await page.getByRole('button', { name: 'Reload' }).click();
      await page.getByRole('heading', { name: 'Sign in' }).waitFor();
      await signIn(page);
      await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible();
      expect(site.pages()).toBe(3);
      await site.stop();
    });
  });
}

test('a missing asset is a 404 and never the page', async ({ request }) => {
  const missing = await request.get(`${process.env.E2E_URL}/assets/gone-0000.js`, {
    headers: { accept: 'text/html,*/*' },
  });
  expect(missing.status()).toBe(404);
  expect(await missing.text()).not.toContain('<html');
});
