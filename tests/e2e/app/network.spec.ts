import type { Page } from '@playwright/test';
import { signIn } from '../support/demo.ts';
import { chooseRange, expect, test } from '../support/page.ts';
import { type RequestOutcome, seededRandom, startProxy } from '../support/proxy.ts';
import { storeSession } from '../support/stub-server.ts';

/** The panels of the dashboard, by their headings. */
const panels = (page: Page) => page.getByRole('main').getByRole('region');

async function settled(page: Page) {
  await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
  await expect(page.getByRole('main').locator('[aria-busy="true"]')).toHaveCount(0, {
    timeout: 45_000,
  });
}

test.describe('a network that loses every third request', () => {
  test.setTimeout(120_000);

  for (const seed of [1, 2]) {
    test(`leaves every panel with data or a retry, and keeps everyone signed in: ${seed}`, async ({
      page,
    }) => {
      const chance = seededRandom(seed);
      let healed = false;
      const fateOf = (url: string, method: string): RequestOutcome => {
        const isCall = /^\/(api|cubejs-api)\//.test(url);
        if (healed || !isCall) return { kind: 'pass' };
        const dice = chance();
        if (dice > 0.3) return { kind: 'pass', after: dice > 0.9 ? 2_000 : 0 };
        if (dice < 0.1) return { kind: 'reset' };
        if (dice < 0.2) return { kind: 'cut' };
        return method === 'GET'
          ? { kind: 'refuse', status: 503, headers: { 'retry-after': '1' } }
          : { kind: 'refuse', status: 502 };
      };
      const network = await startProxy(process.env.E2E_URL ?? '', fateOf);
      await storeSession(page, await signIn());
      await page.goto(`${network.url}/dashboard`);
      const dashboard = page.getByRole('heading', { level: 1, name: 'Dashboard' });
      const retry = page.getByRole('button', { name: 'Retry', exact: true });
      // The app retries by itself, too: the button may be gone before it is pressed.
      await expect(async () => {
        await expect(dashboard.or(retry).first()).toBeVisible({ timeout: 20_000 });
        await expect(page).not.toHaveURL(/\/login/);
        if (!(await dashboard.isVisible())) await retry.click({ timeout: 1_000 });
        await expect(dashboard).toBeVisible({ timeout: 1_000 });
      }).toPass({ timeout: 60_000 });
      await settled(page);
      const opened = network.seen.length;
      await chooseRange(page, 'Yesterday');
      await settled(page);
      await expect(page).toHaveURL(/\/dashboard/);

      for (const panel of await panels(page).all()) {
        const failed = panel.getByRole('alert');
        if ((await failed.count()) === 0) continue;
        await expect(failed.first().getByRole('button', { name: /^Retry/ })).toBeVisible();
      }
      const calls = network.seen.map(({ method, url, fate }) => ({
        call: `${method} ${url}`,
        fate,
      }));
      expect(askedThrice(calls.slice(0, opened))).toEqual([]);
      expect(askedThrice(calls.slice(opened))).toEqual([]);

      healed = true;
      const again = page.getByRole('main').getByRole('button', { name: /^Retry/ });
      await expect(async () => {
        if ((await again.count()) > 0) await again.first().click({ timeout: 1_000 });
        expect(await again.count()).toBe(0);
      }).toPass({ timeout: 30_000 });
      await settled(page);
      await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0);
      await network.stop();
    });
  }
});

/** Requests that the app repeated a second time by itself, or repeated at all although they change data. */
function askedThrice(seen: readonly { call: string; fate: RequestOutcome['kind'] }[]): string[] {
  const refused = new Map<string, number>();
  const offences: string[] = [];
  for (const { call, fate } of seen) {
    const before = refused.get(call) ?? 0;
    if (before >= 2) offences.push(call);
    refused.set(call, fate === 'refuse' ? before + 1 : 0);
  }
  return offences.filter((call) => call.startsWith('GET'));
}

test.describe('offline', () => {
  test.use({ storageState: async ({ signedIn }, use) => use(signedIn) });

  test('is shown within a second, keeps the session, and ends with fresh figures', async ({
    page,
    context,
    visit,
  }) => {
    await visit('/dashboard');
    await settled(page);
    const figures = await page.getByRole('main').textContent();

    await context.setOffline(true);
    await expect(page.getByText(/^You are offline/)).toBeVisible({ timeout: 1_000 });
    expect(await page.getByRole('main').textContent()).toBe(figures);
    await page.evaluate(() => {
      history.pushState(null, '', '/rules');
      history.pushState(null, '', '/dashboard');
    });
    await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
    await expect(page).toHaveURL(/\/dashboard/);

    const requests: string[] = [];
    page.on('response', (answer) => {
      if (/-data\/|chart-data|load\?/.test(answer.url())) requests.push(answer.url());
    });
    await context.setOffline(false);
    await expect(page.getByText(/^You are offline/)).toBeHidden({ timeout: 1_000 });
    await expect.poll(() => requests.length, { timeout: 2_000 }).toBeGreaterThan(3);
    await settled(page);
    await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0);
    await expect(page).toHaveURL(/\/dashboard/);
  });
});
