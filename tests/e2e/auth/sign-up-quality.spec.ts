import { invitation, memberAt } from '../../support/auth.ts';
import { checked, newcomer, pages, steps } from '../support/auth-pages.ts';
import { overflow, violationsInBoth } from '../support/axe.ts';
import { expect, test } from '../support/page.ts';
import { type Answer, startStubServer, storeSession } from '../support/stub-server.ts';

const middle = Math.ceil(pages.length / 2);

for (const [half, some] of [pages.slice(0, middle), pages.slice(middle)].entries()) {
  test(`the pages of signing up are accessible and fit, ${half + 1} of 2`, async ({
    page,
    visit,
  }) => {
    test.setTimeout(240_000);
    for (const { name, path, sees, who, answers = {}, act } of some) {
      await page.setViewportSize({ width: 360, height: 900 });
      await page.unrouteAll({ behavior: 'ignoreErrors' });
      await page.emulateMedia({ colorScheme: 'light' });
      await startStubServer(page, { ...steps(), ...answers, ...checked(who) });
      await visit('/conf.js');
      await page.evaluate((token) => {
        localStorage.clear();
        if (token) localStorage.setItem('clickledger.v1.token', JSON.stringify(token));
      }, who?.token);
      await visit(path);
      await expect(page.getByRole('heading', { level: 1 }), name).toHaveText(sees);
      await act?.(page);
      for (const width of [360, 1440]) {
        await page.setViewportSize({ width, height: 900 });
        expect(await violationsInBoth(page), `${name} at ${width}`).toEqual([]);
        await expect.poll(() => overflow(page), `${name} at ${width}`).toBe(0);
      }
    }
  });
}

test.describe('by keyboard alone', () => {
  test('a stranger signs up', async ({ page, visit }) => {
    await startStubServer(page, steps());
    const { keyboard } = page;
    const tabTo = async (name: string | RegExp) => {
      const target = page.getByRole('textbox', { name }).or(page.getByRole('button', { name }));
      for (let stops = 0; stops < 12; stops++) {
        if (await target.evaluate((control) => control === document.activeElement)) return;
        await keyboard.press('Tab');
      }
      await expect(target).toBeFocused();
    };
    await visit('/login');
    await page.getByRole('link', { name: 'Create an account' }).focus();
    await keyboard.press('Enter');
    await expect(page.getByLabel('First name')).toBeFocused();
    await keyboard.type('Ana');
    await tabTo('Last name');
    await keyboard.type('Ruiz');
    await tabTo('Email');
    await keyboard.type(newcomer.email);
    await tabTo('Telephone (optional)');
    await keyboard.type('3125550123');
    await keyboard.press('Tab');
    await expect(page.getByLabel('Password')).toBeFocused();
    await keyboard.type('a phrase of seven unusual words');
    await keyboard.press('Enter');

    await expect(page.getByLabel('Company name')).toBeFocused();
    await keyboard.type('Acme');
    await keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'Continue to plans' })).toBeFocused();
    await keyboard.press('Enter');

    const chosen = page.getByRole('radio', { checked: true });
    await expect(chosen).toHaveCount(1);
    await expect(chosen).toBeFocused();
    await keyboard.press('ArrowDown');
    await keyboard.press('Tab');
    await expect(page.getByRole('button', { name: /^Finish/ })).toBeFocused();
    await keyboard.press('Enter');
    await expect(page).toHaveURL(/\/dashboard/);
  });

  test('an invite is accepted', async ({ page, visit }) => {
    await storeSession(page, newcomer);
    await startStubServer(page, { ...steps(), 'accept-invite/7f3a/': acceptedBy });
    await visit('/invite/7f3a');
    await expect(page.getByRole('button', { name: 'Accept the invite' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/dashboard/);
  });
});

const acceptedBy: Answer = (route) => ({
  json: route.request().method() === 'PATCH' ? memberAt('active') : invitation,
});
