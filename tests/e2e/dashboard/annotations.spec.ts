import type { Page } from '@playwright/test';
import { addressOf, chooseRange, expect, table, test } from '../support/page.ts';

test.describe('notes on the graph', () => {
  test.use({
    storageState: async ({ signedIn }, use) => use(signedIn),
    contextOptions: { reducedMotion: 'reduce' },
  });

  const text = `Raised the budget, ${crypto.randomUUID().slice(0, 8)}`;
  const graph = (page: Page) => page.getByRole('slider', { name: 'Point in time' });
  const flag = (page: Page) => page.getByRole('button', { name: new RegExp(`: ${text}`) });

  test('are written, read, changed and removed by keyboard', async ({ page, visit }) => {
    await visit('/dashboard?range=last_7_days');
    await table(page, 'campaign').waitFor();
    await expect(graph(page)).toHaveAttribute('aria-valuemax', '6');
    await expect(page.getByRole('list', { name: 'Notes' })).toBeVisible();

    await graph(page).focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('n');
    await expect(page.getByRole('textbox', { name: 'What happened' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByText('Write what happened.')).toBeVisible();
    await page.keyboard.type(text);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(graph(page)).toBeFocused();
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowRight');
    await expect(graph(page)).toHaveAttribute('aria-valuetext', new RegExp(`00:00: ${text}$`));

    await flag(page).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: `Change “${text}”` }).press('Enter');
    const moment = page.getByRole('textbox', { name: 'When' });
    await moment.fill((await moment.inputValue()).replace(/T.*/, 'T14:30'));
    await page.getByRole('button', { name: 'Save note' }).click();
    await expect(page.getByRole('button', { name: new RegExp(`14:30: ${text}`) })).toBeVisible();

    await page.getByRole('button', { name: 'Show as table' }).click();
    await expect(page.getByRole('cell', { name: `14:30: ${text}` })).toBeVisible();
    await page.getByRole('button', { name: 'Show as table' }).click();

    await chooseRange(page, 'Today');
    await expect(graph(page)).toHaveAttribute('aria-valuemax', /^2[234]$/);
    await expect(flag(page)).toHaveCount(0);
    await chooseRange(page, 'Last 7 days');

    await flag(page).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: `Remove “${text}”` }).press('Enter');
    await expect(flag(page)).toHaveCount(0);
    await expect(graph(page)).toBeFocused();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(flag(page)).toBeVisible();
    await flag(page).hover();
    await page.getByRole('button', { name: `Remove “${text}”` }).click();
    await expect(flag(page)).toHaveCount(0);
  });

  test('are each restored by their own notice', async ({ page, visit }) => {
    await visit('/dashboard?range=last_7_days');
    await expect(page.getByRole('list', { name: 'Notes' })).toBeVisible();
    const stored = await page.evaluate(() => localStorage.getItem('clickledger.v1.token'));
    const headers = { authorization: `Token ${JSON.parse(stored ?? '""')}` };
    const project = Number(new URL(page.url()).searchParams.get('project'));
    const names = [2, 4].map((days) => `${days} days ago, ${crypto.randomUUID().slice(0, 8)}`);
    for (const [turn, name] of names.entries()) {
      const at = new Date(Date.now() - (turn + 1) * 2 * 86_400_000).toISOString();
      const data = { project, at, text: name };
      const answer = await page.request.post(addressOf('/api/v1/annotations/'), { headers, data });
      expect(answer.ok()).toBe(true);
    }
    await page.reload();

    const flagOf = (name: string) => page.getByRole('button', { name: new RegExp(`: ${name}`) });
    const noticeOf = (name: string) => page.getByRole('alert').filter({ hasText: name });
    const remove = async (name: string) => {
      await flagOf(name).focus();
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: `Remove “${name}”` }).press('Enter');
      await expect(flagOf(name)).toHaveCount(0);
    };
    for (const name of names) {
      await remove(name);
      await expect(noticeOf(name)).toHaveText(new RegExp(`^“${name}” was removed\\.`));
      await page.evaluate(() => window.dispatchEvent(new Event('blur')));
    }
    for (const name of names) await noticeOf(name).getByRole('button', { name: 'Undo' }).click();
    for (const name of names) await expect(flagOf(name)).toBeVisible();
    for (const name of names) await remove(name);
  });

  test('that fail to load hide no figure', async ({ page, visit }) => {
    let isDown = true;
    await page.route(/\/api\/v1\/annotations\//, (route) =>
      isDown ? route.abort('connectionrefused') : route.continue(),
    );
    await visit('/dashboard?range=last_7_days');
    await expect(graph(page)).toHaveAttribute('aria-valuemax', '6');
    await expect(page.getByRole('alert')).toHaveText(/^Notes are missing\./);
    isDown = false;
    await page.getByRole('button', { name: 'Retry notes' }).click();
    await expect(page.getByRole('list', { name: 'Notes' })).toBeVisible();
    await expect(page.getByRole('alert')).toHaveCount(0);
  });
});
