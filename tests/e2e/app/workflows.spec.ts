import { expect, type Page } from '@playwright/test';
import { violationsInBoth } from '../support/axe.ts';
import { listenForFaults } from '../support/demo.ts';
import { sharedSession as test } from '../support/page.ts';
import { demoEmail, demoPassword } from '../support/server.ts';
import { startWorkbench } from '../support/workbench.ts';

test.describe.configure({ mode: 'default' });

let workbench: Awaited<ReturnType<typeof startWorkbench>>;
test.beforeAll(async () => {
  workbench = await startWorkbench();
});
test.afterAll(() => workbench?.stop());

/** The active state in the drawing of a machine. */
const activeIn = (page: Page) =>
  page
    .locator('[data-box][data-active]')
    .evaluateAll((boxes) => boxes.map((box) => box.getAttribute('data-box')));

const open = async (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Machines' }).getByText(name, { exact: true }).click();

/** On a phone nothing is wider than the page. */
async function fits(page: Page) {
  const before = page.viewportSize();
  await page.setViewportSize({ width: 360, height: 800 });
  const width = () => page.evaluate(() => document.documentElement.scrollWidth);
  await expect.poll(width).toBeLessThanOrEqual(360);
  if (before) await page.setViewportSize(before);
}

test('shows the app of another tab live, and can send it events', async ({ browser }) => {
  const context = await browser.newContext({ baseURL: workbench.url });
  const page = await context.newPage();
  const faults = listenForFaults(page);
  await page.goto('/__workflows?machine=session');
  await expect(page.getByText('No app is open beside this page.')).toBeVisible();
  await expect.poll(() => activeIn(page)).toEqual([]);

  const app = await context.newPage();
  await app.goto('/login');
  await expect.poll(() => activeIn(page)).toEqual(['', 'signedOut', 'signedOut.idle']);

  await app.getByLabel('Email').fill(demoEmail);
  await app.getByLabel('Password').fill(demoPassword);
  await app.getByRole('button', { name: 'Sign in' }).click();
  await expect.poll(() => activeIn(page)).toEqual(['', 'signedIn', 'signedIn.fresh']);
  await expect(app.locator('html[data-states~="session=signedIn.fresh"]')).toBeAttached();
  const log = page.getByRole('log');
  await expect(log.getByText('credentials.submit')).toBeAttached();
  await expect(log).not.toContainText(demoPassword);
  await expect(log).not.toContainText(demoEmail);
  await fits(page);

  await open(page, 'selection');
  await expect.poll(() => activeIn(page)).toEqual(['', 'choosing', 'choosing.all']);
  await app.getByRole('button', { name: 'Browser', exact: true }).click();
  await expect(log.getByText('browserConversions.set').first()).toBeVisible();

  await open(page, 'session');
  const running = page.getByRole('complementary', { name: 'Running' });
  await running.getByText('session.leave', { exact: true }).click();
  await running.getByRole('button', { name: 'Send' }).click();
  await expect(app.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await expect.poll(() => activeIn(page)).toEqual(['', 'signedOut', 'signedOut.idle']);

  await app.close();
  await expect(page.getByText('No app is open beside this page.')).toBeVisible();
  expect(faults).toEqual([]);
  await context.close();
});

test('opens a copy of a part of the app in any state, with scripted answers', async ({
  browser,
}) => {
  const context = await browser.newContext({ baseURL: workbench.url });
  const page = await context.newPage();
  const faults = listenForFaults(page);
  await page.goto('/__workflows?machine=loader');
  const opening = context.waitForEvent('page');
  await page.getByRole('link', { name: 'Open a copy in ready.stale' }).click();
  const copy = await opening;
  await expect(copy.getByText(/The server did not answer\. These figures are from/)).toBeVisible();
  await copy.getByRole('button', { name: 'Retry' }).click();
  await expect(copy.getByText('ready.refreshing', { exact: true }).last()).toBeVisible();
  await copy.getByRole('button', { name: '✓ load' }).first().click();
  await expect(copy.getByText(/The server did not answer/)).toBeHidden();

  expect(await violationsInBoth(page)).toEqual([]);
  expect(await violationsInBoth(copy)).toEqual([]);

  await fits(page);
  await fits(copy);
  await copy.goto('/__workflows/replay?machine=share&step=1');
  const steps = copy.getByRole('complementary', { name: 'Path' }).getByRole('listitem');
  await expect(steps.first().getByRole('button', { name: /^1\. / })).toHaveAttribute(
    'aria-current',
    'step',
  );
  await steps.nth(1).getByRole('button', { name: /^2\. / }).click();
  await expect(copy).toHaveURL(/step=2$/);
  expect(faults).toEqual([]);
  await context.close();
});
