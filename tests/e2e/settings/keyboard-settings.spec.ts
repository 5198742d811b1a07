import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { member } from '../../support/samples.ts';
import { proration } from '../../support/settings.ts';
import { Keyboard } from '../support/keyboard.ts';
import { expect, test } from '../support/page.ts';
import { paidProject } from '../support/paid-project.ts';
import { startStubServer, storeSession } from '../support/stub-server.ts';

/** Each page of the settings, and the content that shows when it is ready. */
const pages = [
  {
    path: '/settings',
    sees: (page: Page) => page.getByRole('list', { name: 'Members' }),
    least: 18,
  },
  {
    path: '/settings/personal-settings',
    sees: (page: Page) => page.getByRole('list', { name: 'Open sessions' }),
    least: 15,
  },
  {
    path: '/settings/company-settings',
    sees: (page: Page) => page.getByLabel('Main goal'),
    least: 12,
  },
  {
    path: '/settings/company-logo',
    sees: (page: Page) => page.getByLabel('Choose logo').and(page.locator(':enabled')),
    least: 10,
  },
  {
    path: '/settings/billing-settings',
    sees: (page: Page) => page.getByRole('button', { name: /^Choose/ }).first(),
    least: 12,
  },
] as const;

test.describe('by keyboard alone, in the settings', () => {
  test.use({
    contextOptions: { reducedMotion: 'reduce' },
    storageState: async ({ signedIn }, use) => use(signedIn),
  });

  for (const { path, sees, least } of pages) {
    test(`reaches everything on ${path} and comes back the same way`, async ({ page, visit }) => {
      await visit(path);
      await sees(page).waitFor();
      expect((await new Keyboard(page).round()).length).toBeGreaterThan(least);
    });
  }

  test('keeps the sidebar, and the focus where it was, from page to page', async ({
    page,
    visit,
  }) => {
    const sidebar = page.getByRole('navigation', { name: 'Screens' });
    await visit('/settings');
    await page.getByRole('list', { name: 'Members' }).waitFor();
    const link = (name: string) => page.getByRole('link', { name, exact: true });
    await link('Personal').focus();
    await page.keyboard.press('Enter');
    await expect(page.getByLabel('First name')).toBeVisible();
    await expect(link('Personal')).toBeFocused();
    await expect(sidebar).toBeVisible();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByRole('list', { name: 'Members' }).waitFor();
    await expect(link('Team')).toBeFocused();
    await expect(sidebar).toBeVisible();
  });

  test('changes a name, and keeps the focus', async ({ page, visit }) => {
    await visit('/settings/personal-settings');
    const name = page.getByLabel('First name');
    await name.waitFor();
    const before = await name.inputValue();
    const keyboard = new Keyboard(page);
    const save = page.getByRole('button', { name: 'Save', exact: true });
    for (const next of ['Zoë', before]) {
      await keyboard.begin(name);
      await keyboard.press('Control+a');
      await keyboard.type(next);
      await keyboard.press('Enter');
      await expect(page.getByText('Saved', { exact: true })).toBeVisible();
      await keyboard.isOn(name);
    }
    await keyboard.goTo(save);
  });

  test('invites a person, and revokes the invite', async ({ page, visit }) => {
    const address = `${randomUUID()}@keyboard.test`;
    await visit('/settings#team');
    await page.getByRole('list', { name: 'Members' }).waitFor();
    const keyboard = new Keyboard(page);
    const invite = page.getByRole('button', { name: 'Invite', exact: true });
    await keyboard.begin(page.getByRole('link', { name: 'Skip to the content' }));
    await keyboard.open(invite, page.getByRole('dialog'));
    await keyboard.isOn(page.getByLabel('Email'));
    await keyboard.type('nobody');
    await keyboard.press('Enter');
    await expect(page.getByText('Enter an e-mail address like name@example.com.')).toBeVisible();
    await keyboard.isOn(page.getByLabel('Email'));
    await keyboard.press('Control+a');
    await keyboard.type(address);
    await keyboard.goTo(page.getByLabel('Role', { exact: true }));
    await keyboard.type('bu');
    await keyboard.take(page.getByRole('button', { name: 'Send invite' }));
    await expect(page.getByLabel('Invite link', { exact: true })).toBeVisible();
    await keyboard.take(page.getByRole('button', { name: 'Done' }));
    await keyboard.isOn(invite);
    const invited = page.getByRole('listitem', { name: address });
    await expect(invited).toContainText('Buyer');

    await keyboard.take(invited.getByRole('button', { name: /^Revoke/ }));
    await keyboard.take(page.getByRole('button', { name: 'Revoke', exact: true }));
    await expect(invited).toHaveCount(0);
    // Invites of other tests may remain: the focus moves to the row beside the removed one.
    const remaining = page.getByRole('list', { name: 'Invites' });
    if ((await remaining.count()) > 0) await expect(remaining.locator(':focus')).toBeVisible();
    else await keyboard.isOn(invite);
  });

  test('skips to a section of the settings and stays in it', async ({ page, visit }) => {
    await visit('/settings#projects');
    const panel = page.getByRole('region', { name: 'Projects and affiliates' });
    await panel.waitFor();
    const keyboard = new Keyboard(page);
    await keyboard.begin(page.getByRole('link', { name: 'Skip to the content' }));
    await page.keyboard.press('Enter');
    await expect(page.getByRole('main')).toBeFocused();
    await expect(page).toHaveURL(/#projects$/);
    await expect(panel).toBeVisible();
  });

  test('previews the cost of another plan, and cancels', async ({ page, visit }) => {
    await startStubServer(page, {
      ...paidProject,
      'subscriptions/5/preview/': () => ({ json: proration }),
    });
    await storeSession(page, member);
    await visit('/settings/billing-settings');
    const keyboard = new Keyboard(page);
    const larger = page.getByRole('button', { name: 'Change to Scale' });
    await keyboard.begin(page.getByRole('link', { name: 'Skip to the content' }));
    await keyboard.take(larger);
    const sheet = page.getByRole('dialog', { name: 'Change to Scale' });
    await keyboard.goTo(sheet.getByRole('button', { name: 'Change plan' }));
    await keyboard.press('Escape');
    await expect(sheet).toHaveCount(0);
    await keyboard.isOn(larger);
    await keyboard.take(page.getByRole('button', { name: 'Cancel subscription' }), 'Shift+Tab');
    const sure = page.getByRole('alertdialog');
    await keyboard.take(sure.getByRole('button', { name: 'Cancel', exact: true }));
    await keyboard.isOn(page.getByRole('button', { name: 'Cancel subscription' }));
  });
});
