import { Keyboard } from '../support/keyboard.ts';
import { dayZone, expect, table, test } from '../support/page.ts';
import { demoEmail, demoPassword } from '../support/server.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

test.describe('by keyboard alone', () => {
  test.setTimeout(180_000);

  test.describe('signed in', () => {
    test.use({ storageState: async ({ signedIn }, use) => use(signedIn) });

    test.beforeEach(async ({ page, visit }) => {
      await visit(`/dashboard?timezone=${dayZone()}`);
      await table(page, 'campaign').waitFor();
    });

    test('chooses the selection', async ({ page }) => {
      const keyboard = new Keyboard(page);
      const project = page.getByRole('combobox', { name: 'Project', exact: true });
      const affiliates = page.getByRole('combobox', { name: 'Affiliates', exact: true });
      await keyboard.take(project);
      await keyboard.isOn(page.getByRole('combobox', { name: 'Search project' }));
      const other = page.getByRole('option', { selected: false }).first();
      await expect(other).toBeVisible();
      await keyboard.type((await other.textContent()) ?? '');
      await keyboard.press('Enter');
      await keyboard.isOn(project);
      await table(page, 'campaign').waitFor();

      await keyboard.take(affiliates);
      await keyboard.isOn(page.getByRole('combobox', { name: 'Search affiliates' }));
      await keyboard.press('ArrowDown', 'Enter', 'Escape');
      await keyboard.isOn(affiliates);
      await expect(affiliates).not.toHaveText(/^All/);
      await keyboard.press('Enter');
      await keyboard.take(page.getByRole('button', { name: /^All \d+ affiliate/ }));
      await keyboard.press('Escape');
      await keyboard.isOn(affiliates);
      await expect(affiliates).toHaveText(/^All/);

      const range = page.getByRole('button', { name: /^Date range:/ });
      await keyboard.take(range);
      const days = page.getByRole('dialog', { name: 'Date range' });
      await keyboard.take(days.getByRole('button', { name: 'Last 7 days', exact: true }));
      await keyboard.isOn(range);
      await expect(range).toHaveAccessibleName(/Last 7 days$/);
      await keyboard.press('Enter');
      await keyboard.goTo(days.getByRole('gridcell').locator('button[tabindex="0"]'));
      await keyboard.press('ArrowLeft', 'ArrowLeft', 'Enter', 'ArrowRight', 'Enter');
      await keyboard.take(days.getByRole('button', { name: 'Apply' }));
      await keyboard.isOn(range);
      await expect(page).toHaveURL(/start=\d{4}-\d{2}-\d{2}&end=\d{4}-\d{2}-\d{2}/);

      const zone = page.getByRole('combobox', { name: 'Time zone', exact: true });
      await keyboard.take(zone);
      await keyboard.isOn(page.getByRole('combobox', { name: 'Search time zone' }));
      await keyboard.type('tokyo');
      await keyboard.press('Enter');
      await keyboard.isOn(zone);
      await expect(zone).toHaveText(/Tokyo/);

      const compared = page.getByRole('button', { name: /^Compared with:/ });
      await keyboard.take(compared, 'Shift+Tab');
      await keyboard.take(page.getByRole('button', { name: /^Same days last year/ }));
      await keyboard.isOn(compared);
      await expect(page).toHaveURL(/compare=last_year/);
      await keyboard.press('Enter');
      const custom = page.getByRole('button', { name: /^Custom days/ });
      await keyboard.take(custom);
      await keyboard.isOn(custom);
      const past = page.getByRole('dialog', { name: 'Compared with' });
      await keyboard.goTo(past.getByRole('gridcell').locator('button[tabindex="0"]'));
      await keyboard.press('ArrowUp', 'Enter', 'ArrowRight', 'Enter');
      await keyboard.take(past.getByRole('button', { name: 'Apply' }));
      await keyboard.isOn(compared);
      await expect(page).toHaveURL(/compare=custom/);
    });

    test('chooses how to count', async ({ page }) => {
      const keyboard = new Keyboard(page);
      const counting = page.getByRole('button', { name: /^How to count:/ });
      await keyboard.take(counting);
      const choices = page.getByRole('dialog', { name: 'How to count' });
      await keyboard.goTo(choices.getByRole('radio', { name: /^Server/ }));
      await keyboard.press('ArrowDown');
      await keyboard.isOn(choices.getByRole('radio', { name: /^Browser/ }));
      await keyboard.goTo(choices.getByRole('checkbox', { name: /^Each conversion once/ }));
      await keyboard.press('Space');
      await keyboard.goTo(choices.getByRole('radio', { name: /^Last click/ }));
      await keyboard.press('ArrowDown');
      await keyboard.goTo(choices.getByRole('spinbutton'));
      await keyboard.press('ControlOrMeta+a');
      await keyboard.type('7');
      await keyboard.press('Enter');
      await keyboard.goTo(choices.getByRole('radio', { checked: true }).last());
      await keyboard.press('ArrowDown', 'Escape');
      await keyboard.isOn(counting);
      await expect(page).toHaveURL(/browser=1/);
      await expect(page).toHaveURL(/unique=0/);
      await expect(page).toHaveURL(/model=/);
      await expect(page).toHaveURL(/lookback=7/);
      await expect(page).toHaveURL(/clock=click/);
    });

    test('reads the graph, its series and its table, and chooses a range', async ({ page }) => {
      const keyboard = new Keyboard(page);
      await keyboard.press('t');
      await keyboard.take(page.getByRole('button', { name: 'Last 7 days', exact: true }));
      const panel = page.getByRole('region', { name: 'Over time' });
      const graph = panel.getByRole('slider', { name: 'Point in time' });
      await expect(graph).toHaveAttribute('aria-valuemax', '6');
      const clicks = panel.getByRole('button', { name: 'Clicks', exact: true });
      await keyboard.goTo(clicks);
      await keyboard.press('Space');
      await expect(clicks).toHaveAttribute('aria-pressed', 'false');
      await keyboard.goTo(graph);
      await keyboard.press('Home', 'ArrowRight');
      await expect(graph).toHaveAttribute('aria-valuenow', '1');
      await expect(graph).not.toHaveAttribute('aria-valuetext', /Clicks/);
      await keyboard.press('Shift+ArrowRight', 'Escape');
      await keyboard.press('Home', 'Shift+ArrowRight', 'Shift+ArrowRight', 'Enter');
      await expect(page).toHaveURL(/start=/);
      await expect(graph).toHaveAttribute('aria-valuemax', '2');
      await keyboard.isOn(graph);
      const back = panel.getByRole('button', { name: 'Back to the range before' });
      await keyboard.take(back);
      await expect(page).toHaveURL(/range=last_7_days/);
      await keyboard.take(panel.getByRole('button', { name: 'Show as table' }), 'Shift+Tab');
      await keyboard.goTo(panel.getByRole('button', { name: 'Menu of over time' }));
      await expect(panel.getByRole('table')).toBeVisible();
      await keyboard.press('Enter');
      await keyboard.pick(page.getByRole('menuitemcheckbox', { name: 'Show as table' }));
      await keyboard.press('Enter');
      await expect(graph).toBeVisible();
    });

    test('exports, copies a link and reads the description of a panel', async ({ page }) => {
      const keyboard = new Keyboard(page);
      const panel = page.getByRole('region', { name: 'Breakdown' });
      const menu = panel.getByRole('button', { name: 'Menu of breakdown' });
      await keyboard.begin(menu);
      await keyboard.press('Enter');
      await keyboard.pick(page.getByRole('menuitem', { name: 'Export as CSV' }));
      const [file] = await Promise.all([page.waitForEvent('download'), keyboard.press('Enter')]);
      expect(file.suggestedFilename()).toMatch(/\.csv$/);
      await keyboard.isOn(menu);
      const notice = page.getByRole('status', { name: 'Export' });
      await keyboard.begin(page.getByRole('button', { name: 'Menu of payments' }));
      await keyboard.take(notice.getByRole('button', { name: 'Dismiss' }));
      await expect(notice).toBeHidden();
      await keyboard.begin(menu);
      await keyboard.press('Enter');
      const copy = page.getByRole('menuitem', { name: 'Copy link' });
      await keyboard.pick(copy);
      await keyboard.press('Enter');
      await expect(page.getByRole('menuitem', { name: /^(Link copied|Copying)/ })).toBeFocused();
      await keyboard.pick(page.getByRole('menuitem', { name: 'What it shows' }));
      await keyboard.press('Enter');
      await keyboard.isOn(menu);
      await expect(page.getByRole('dialog', { name: 'Breakdown' })).toBeVisible();
    });

    test('finds everything in the palette and changes the theme', async ({ page }) => {
      const keyboard = new Keyboard(page);
      const appearance = page.getByRole('button', { name: 'Appearance' });
      await keyboard.take(appearance);
      await keyboard.pick(page.getByRole('menuitemradio', { name: 'Dark' }));
      await keyboard.press('Enter', 'Escape');
      await keyboard.isOn(appearance);
      await expect(page.locator('html')).toHaveCSS('color-scheme', 'dark');
      await keyboard.press('Control+k');
      await keyboard.isOn(page.getByRole('combobox', { name: 'Find a command' }));
      await keyboard.press('Escape');
      await keyboard.isOn(appearance);
      await keyboard.press('Control+k');
      await keyboard.type('light');
      await keyboard.press('Enter');
      await keyboard.isOn(appearance);
      await expect(page.locator('html')).toHaveCSS('color-scheme', 'light');
      await keyboard.press('?');
      await keyboard.press('Escape');
      await keyboard.isOn(appearance);
    });
  });

  test('signs in and out', async ({ page, visit }) => {
    const keyboard = new Keyboard(page);
    await visit('/login');
    await keyboard.goTo(page.getByRole('textbox', { name: 'Email' }));
    await keyboard.type(demoEmail);
    await keyboard.goTo(page.getByLabel('Password'));
    await keyboard.type(demoPassword);
    await page.keyboard.press('Enter');
    await table(page, 'campaign').waitFor();
    await expect(page.getByRole('main')).toBeFocused();
    await keyboard.take(page.getByRole('button', { name: /^Account:/ }), 'Shift+Tab');
    await keyboard.pick(page.getByRole('menuitem', { name: 'Sign out' }));
    await page.keyboard.press('Enter');
    await keyboard.goTo(page.getByRole('textbox', { name: 'Email' }));
  });
});
