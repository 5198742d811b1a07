import type { Page } from '@playwright/test';
import { Keyboard } from './keyboard.ts';
import { expect, test } from './page.ts';

/** Each page of the settings, and what is there once it can be walked through. */
const pages = [
  {
    path: '/settings',
    sees: (page: Page) => page.getByRole('list', { name: 'Members' }),
    least: 25,
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
    sees: (page: Page) => page.getByLabel('Choose logo'),
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

  test('changes a name, and has the keyboard afterwards', async ({ page, visit }) => {
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
});
