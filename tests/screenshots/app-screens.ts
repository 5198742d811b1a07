import { expect, type Page } from '@playwright/test';
import { checked, pages, steps } from '../e2e/support/auth-pages.ts';
import { states } from '../e2e/support/panel-states.ts';
import { startStubServer, storeSession } from '../e2e/support/stub-server.ts';
import { member } from '../support/samples.ts';
import type { CapturedScreen } from './shots.ts';

/** Every state begins in a window with empty storage. */
async function clearStorage(page: Page, url: string): Promise<void> {
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.route('**/conf.js', (route) => route.fulfill({ contentType: 'text/javascript' }));
  await page.route(`${url}/blank`, (route) => route.fulfill({ contentType: 'text/html' }));
  await page.goto(`${url}/blank`);
  await page.evaluate(() => {
    localStorage.clear();
    sessionStorage.clear();
  });
}

const waitForText = (page: Page, text: string | RegExp) =>
  expect(page.getByText(text).and(page.locator(':visible')).first()).toBeVisible({
    timeout: 60_000,
  });

/** The app itself in front of a server of samples, in each state of the browser tests. */
export const appScreens = (url: string): CapturedScreen[] => [
  ...states.map(
    ({
      name,
      answers,
      guest,
      path = '/dashboard',
      person = member,
      act,
      sees,
    }): CapturedScreen => ({
      screen: `app, ${name}`,
      open: async (page) => {
        await clearStorage(page, url);
        await startStubServer(page, answers, [person]);
        if (!guest) await storeSession(page, person);
        return ['shown'];
      },
      show: async (page) => {
        await page.goto(`${url}${path}`);
        await act?.(page);
        await waitForText(page, sees);
      },
    }),
  ),
  ...pages.map(
    ({ name, path, sees, who, answers = {}, act }): CapturedScreen => ({
      screen: `auth, ${name}`,
      open: async (page) => {
        await clearStorage(page, url);
        await startStubServer(page, { ...steps(), ...answers, ...checked(who) });
        if (who) await storeSession(page, who);
        return ['shown'];
      },
      show: async (page) => {
        await page.goto(`${url}${path}`);
        await waitForText(page, sees);
        await act?.(page);
      },
    }),
  ),
];
