import type { BrowserContext, Page } from '@playwright/test';
import type { Session } from '#contract/accounts/session.ts';
import { member } from '../../support/samples.ts';
import { addressOf, expect, test } from '../support/page.ts';
import { seededRandom } from '../support/proxy.ts';
import { startStubServer } from '../support/stub-server.ts';

const bo: Session = {
  ...member,
  id: 13,
  token: 'clu_of_bo',
  email: 'bo@bolt.test',
  full_name: 'Bo Tanaka',
  first_name: 'Bo',
  last_name: 'Tanaka',
};
const people = [member, bo];

/** Three tabs of one browser on the sign-in page. */
async function open(context: BrowserContext): Promise<Page[]> {
  await startStubServer(context, {}, people);
  return Promise.all(
    [1, 2, 3].map(async () => {
      const page = await context.newPage();
      await page.goto(addressOf('/login'));
      await page.getByRole('heading', { name: 'Sign in' }).waitFor();
      return page;
    }),
  );
}

async function signIn(page: Page, { email }: Session) {
  await page.getByRole('textbox', { name: 'Email' }).fill(email);
  await page.getByLabel('Password').fill('correct horse battery');
  await page.getByRole('button', { name: 'Sign in' }).click();
}

async function signOut(page: Page) {
  await page.getByRole('button', { name: /^Account/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
}

/** A tab shows one person's figures, or the sign-in page without any person's data. */
async function shows(page: Page, who: Session | null) {
  if (who) {
    const account = page.getByRole('button', { name: `Account: ${who.full_name}` });
    await expect(account).toBeVisible({ timeout: 20_000 });
    return;
  }
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible({ timeout: 1_000 });
  await expect(page).toHaveURL(/\/login$/);
  expect(await page.locator('body').textContent()).not.toMatch(/Acme|Ana|Tanaka|18,240/);
}

test('signing out in one tab signs out the others within a second', async ({ context }) => {
  const tabs = await open(context);
  const [one, two] = tabs;
  if (!one || !two) throw new Error('The tabs did not open.');
  await signIn(one, member);
  for (const tab of tabs) await shows(tab, member);
  await signOut(two);
  for (const tab of tabs) await shows(tab, null);
});

test('another person signing in takes over every tab', async ({ context }) => {
  const tabs = await open(context);
  const [one, two] = tabs;
  if (!one || !two) throw new Error('The tabs did not open.');
  await signIn(one, member);
  for (const tab of tabs) await shows(tab, member);
  await signOut(one);
  for (const tab of tabs) await shows(tab, null);
  await signIn(two, bo);
  for (const tab of tabs) await shows(tab, bo);
  expect(await one.locator('body').textContent()).not.toContain(member.full_name);
});

test('after any sequence of actions in three tabs, all show the same person', async ({
  context,
}) => {
  test.setTimeout(120_000);
  const tabs = await open(context);
  const chance = seededRandom(7);
  let who: Session | null = null;
  for (let step = 0; step < 12; step++) {
    const tab = tabs[Math.floor(chance() * tabs.length)];
    if (!tab) continue;
    if (who) {
      await signOut(tab);
      who = null;
    } else {
      who = chance() < 0.5 ? member : bo;
      await signIn(tab, who);
    }
    for (const one of tabs) await shows(one, who);
  }
});
