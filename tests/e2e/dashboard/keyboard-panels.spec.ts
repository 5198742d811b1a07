import type { Locator, Page } from '@playwright/test';
import { Keyboard } from '../support/keyboard.ts';
import { expect, table, test } from '../support/page.ts';

/** An open definition of a panel is part of its accessible name. */
const panelOf = (page: Page, name: string) =>
  page.getByRole('region', { name: new RegExp(`^${name}`) });

test.describe('by keyboard alone, in the panels', () => {
  test.use({
    contextOptions: { reducedMotion: 'reduce' },
    storageState: async ({ signedIn }, use) => use(signedIn),
  });

  const open = async (page: Page, visit: (path: string) => Promise<void>, range = 'yesterday') => {
    await visit(`/dashboard?range=${range}`);
    await table(page, 'campaign').waitFor();
  };

  test('walks the table, sorts it, opens rows by anything and goes back', async ({
    page,
    visit,
  }) => {
    await open(page, visit);
    const keyboard = new Keyboard(page);
    const panel = panelOf(page, 'Breakdown');
    const cell = (place: string) => panel.locator(`[data-at="${place}"]`);
    await keyboard.begin(cell('-1:0'));
    await keyboard.press('ArrowRight', 'Enter');
    await expect(cell('-1:1')).toHaveAttribute('aria-sort', 'descending');
    await keyboard.press('Enter');
    await expect(cell('-1:1')).toHaveAttribute('aria-sort', 'ascending');
    await keyboard.isOn(cell('-1:1'));
    await expect(panel).toHaveAttribute('aria-busy', 'false');
    const clicksOf = async (row: number) => Number(await cell(`${row}:1`).textContent());
    await expect.poll(async () => (await clicksOf(0)) <= (await clicksOf(1))).toBe(true);
    await keyboard.press('Control+End', 'PageUp', 'Control+Home', 'ArrowDown', 'End', 'Home');
    await keyboard.isOn(cell('0:0'));

    await keyboard.press('Enter');
    await table(page, 'ad set').waitFor();
    await keyboard.isOn(cell('0:0'));
    await keyboard.press('Backspace');
    await table(page, 'campaign').waitFor();
    await keyboard.isOn(cell('0:0'));

    await keyboard.press('ArrowDown', 'Shift+F10');
    await keyboard.isOn(page.getByRole('menuitem', { name: 'Open by' }));
    await keyboard.press('ArrowRight');
    await keyboard.isOn(page.getByRole('menu').last().getByRole('menuitem').first());
    await keyboard.pick(page.getByRole('menuitem', { name: 'Device', exact: true }));
    await keyboard.press('Enter');
    await table(page, 'device').waitFor();
    await keyboard.isOn(cell('0:0'));

    await keyboard.take(panel.getByRole('button', { name: 'All', exact: true }), 'Shift+Tab');
    await keyboard.isOn(panel.getByRole('button', { name: 'Rows: Campaigns' }));
    await table(page, 'campaign').waitFor();
  });

  test('chooses the columns, the grouping, and the number of rows', async ({ page, visit }) => {
    await open(page, visit);
    const keyboard = new Keyboard(page);
    const panel = panelOf(page, 'Breakdown');
    const opener = panel.getByRole('button', { name: 'Columns', exact: true });
    await keyboard.begin(opener);
    const columns = page.getByRole('dialog', { name: 'Columns' });
    await keyboard.open(opener, columns);
    const down = columns.getByRole('button', { name: 'Move Clicks down' });
    await keyboard.take(down);
    await keyboard.isOn(down);
    await keyboard.goTo(columns.getByRole('checkbox', { name: 'Settled', exact: true }));
    await keyboard.press('Space');
    await expect(columns.getByRole('checkbox', { name: 'Settled', exact: true })).toBeChecked();
    await expect(columns.locator('input:focus')).not.toBeChecked();
    await keyboard.press('Escape');
    await keyboard.isOn(opener);
    await expect(panel.getByRole('columnheader', { name: 'Settled' })).toBeVisible();

    const rows = panel.getByRole('button', { name: /^Rows:/ });
    await keyboard.take(rows);
    await keyboard.pick(page.getByRole('menuitemradio', { name: 'Devices', exact: true }));
    await keyboard.press('Enter');
    await keyboard.isOn(rows);
    await table(page, 'device').waitFor();
    const all = panel.getByRole('button', { name: 'Show rows without server revenue too' });
    await keyboard.take(all);
    await keyboard.isOn(panel.getByRole('button', { name: /^All rows; show only/ }));
    await keyboard.press('Enter');
    await keyboard.isOn(all);

    const size = panel.getByRole('button', { name: /^Rows per page:/ });
    await keyboard.take(size);
    await keyboard.pick(page.getByRole('menuitemradio', { name: '25', exact: true }));
    await keyboard.press('Enter');
    await keyboard.isOn(size);
    await expect(size).toHaveAccessibleName('Rows per page: 25 rows');
  });

  test('turns the pages to the last and back to the first', async ({ page, visit }) => {
    await open(page, visit, 'last_14_days');
    const keyboard = new Keyboard(page);
    const panel = panelOf(page, 'Breakdown');
    const rows = panel.getByRole('button', { name: /^Rows:/ });
    await keyboard.begin(rows);
    await keyboard.press('Enter');
    await keyboard.pick(page.getByRole('menuitemradio', { name: 'Dates', exact: true }));
    await keyboard.press('Enter');
    await table(page, 'date').waitFor();
    await keyboard.take(panel.getByRole('button', { name: /^Rows per page:/ }));
    await keyboard.pick(page.getByRole('menuitemradio', { name: '10', exact: true }), 'ArrowUp');
    await keyboard.press('Enter');
    const [next, previous] = ['Next page', 'Previous page'].map((name) =>
      panel.getByRole('button', { name, exact: true }),
    ) as [Locator, Locator];
    const place = panel.locator('.pages-place');
    // A day without sales, such as today after midnight, has no row.
    await expect(place).toHaveText(/^1–10 of 1[1-4]$/);
    const days = (await place.textContent())?.slice(-2);
    const last = `11–${days} of ${days}`;
    await keyboard.take(next);
    await expect(place).toHaveText(last);
    await expect(next).toHaveAttribute('aria-disabled', 'true');
    await keyboard.isOn(next);
    await keyboard.press('Enter');
    await expect(place).toHaveText(last);
    await keyboard.take(previous, 'Shift+Tab');
    await expect(place).toHaveText(/^1–10 of /);
    await keyboard.isOn(previous);
  });

  test('filters in the bar: by the list, by typing, including and excluding, and undoes it', async ({
    page,
    visit,
  }) => {
    await open(page, visit);
    const keyboard = new Keyboard(page);
    const opener = page.getByRole('button', { name: /^Filters/ });
    const bar = page.getByRole('complementary', { name: 'Filters' });
    const first = bar.getByRole('button', { expanded: false }).first();
    await keyboard.begin(opener);
    await keyboard.press('Enter');
    await keyboard.isOn(first);
    await keyboard.take(bar.getByRole('button', { name: /^utm_source/ }));
    const only = bar.getByRole('button', { name: /^Only / }).first();
    await keyboard.take(only);
    await expect(only).toHaveAttribute('aria-pressed', 'true');
    await keyboard.isOn(only);
    const without = bar.getByRole('button', { name: /^Leave out / }).first();
    await keyboard.take(without);
    await expect(without).toHaveAttribute('aria-pressed', 'true');
    await keyboard.isOn(without);

    const field = bar.getByRole('textbox');
    await keyboard.goTo(field, 'Shift+Tab');
    await keyboard.type('by hand');
    await keyboard.press('Enter');
    await keyboard.isOn(field);
    await keyboard.type('by chance');
    await keyboard.take(bar.getByRole('button', { name: 'Only “by chance”' }));
    await expect(bar.locator(':focus')).toBeVisible();

    const removal = (value: string) =>
      bar.getByRole('button', { name: `Remove utm_source is ${value}`, exact: true });
    await keyboard.take(removal('by hand'), 'Shift+Tab');
    await keyboard.isOn(removal('by chance'));
    await keyboard.press('Enter');
    await keyboard.isOn(bar.getByRole('button', { name: 'Clear all' }));
    await keyboard.press('Enter');
    await expect(bar.getByText('Nothing is filtered.')).toBeVisible();
    await keyboard.isOn(first);

    await keyboard.take(bar.getByRole('button', { name: 'Hide filters' }), 'Shift+Tab');
    await keyboard.isOn(opener);
    await keyboard.press('/');
    await keyboard.isOn(first);
  });

  test('saves views, opens, moves, renames and removes them, and undoes the removal', async ({
    page,
    visit,
  }) => {
    await open(page, visit);
    const keyboard = new Keyboard(page);
    const opener = page.getByRole('button', { name: 'Views', exact: true });
    const views = page.getByRole('region', { name: 'Saved views' });
    const part = page.getByRole('dialog', { name: 'Saved views and links' });
    const field = views.getByRole('textbox', { name: 'Name of this view' });
    const stamp = Date.now();
    const [one, two, three] = [`One ${stamp}`, `Two ${stamp}`, `Three ${stamp}`];
    const menuOf = (name: string) =>
      views.getByRole('button', { name: `Menu of ${name}`, exact: true });
    const act = async (name: string, words: string) => {
      await keyboard.goTo(menuOf(name), 'Shift+Tab');
      await keyboard.press('Enter');
      await keyboard.pick(page.getByRole('menuitem', { name: words }));
      await keyboard.press('Enter');
    };
    await keyboard.begin(opener);
    await keyboard.open(opener, part);
    await keyboard.begin(field);
    for (const name of [one, two]) {
      await keyboard.type(name);
      await keyboard.press('Enter');
      await expect(menuOf(name)).toBeVisible();
      await keyboard.isOn(field);
      await expect(field).toHaveValue('');
    }
    await act(two, 'Move up');
    await keyboard.isOn(menuOf(two));
    const mine = views.getByRole('button', { name: new RegExp(`^(One|Two|Three) ${stamp}`) });
    await expect(mine).toContainText([two, one]);
    await act(two, 'Rename');
    await keyboard.isOn(views.getByRole('textbox', { name: `New name of ${two}` }));
    await keyboard.press('ControlOrMeta+a');
    await keyboard.type(three);
    await keyboard.press('Enter');
    await keyboard.isOn(mine.first());
    await expect(mine.first()).toContainText(three);

    await keyboard.goTo(menuOf(one));
    await act(three, 'Remove');
    await expect(menuOf(three)).toBeHidden();
    await keyboard.isOn(mine.first());
    const notice = page.getByRole('alert').filter({ hasText: 'was removed' });
    await expect(notice).toBeVisible();
    await keyboard.press('Alt+t');
    await keyboard.isOn(notice);
    await keyboard.take(notice.getByRole('button', { name: 'Undo' }));
    await expect(notice).toBeHidden();
    await keyboard.isOn(opener);
    await keyboard.open(opener, part);
    await keyboard.begin(field);
    await keyboard.take(views.getByRole('button', { name: new RegExp(`^${three}`) }), 'Shift+Tab');
    await keyboard.isOn(opener);

    await keyboard.open(opener, part);
    await keyboard.begin(field);
    await act(three, 'Update to this screen');
    await keyboard.isOn(menuOf(three));
    for (const name of [three, one]) {
      await keyboard.begin(menuOf(name));
      await act(name, 'Remove');
      await expect(menuOf(name)).toBeHidden();
    }
  });

  test('walks the maps and their tables', async ({ page, visit }) => {
    await open(page, visit);
    const keyboard = new Keyboard(page);
    const [countries, states] = [panelOf(page, 'Countries'), panelOf(page, 'States')];
    const stopOf = (panel: typeof states) => panel.locator('path[tabindex="0"]');
    await stopOf(states).waitFor();
    await keyboard.begin(stopOf(countries));
    const isPressed = (pressed: boolean) =>
      expect(stopOf(countries)).toHaveAttribute('aria-pressed', String(pressed));
    await keyboard.press('ArrowRight', 'End', 'Home', 'Enter');
    await isPressed(true);
    await keyboard.press('Space');
    await isPressed(false);

    const revenue = countries.getByRole('columnheader', { name: 'Revenue' });
    await keyboard.take(revenue.getByRole('button'));
    await expect(revenue).toHaveAttribute('aria-sort', 'descending');
    const row = countries.getByRole('rowheader').getByRole('button').last();
    await keyboard.take(row);
    await keyboard.isOn(row);
    await keyboard.take(states.getByRole('button', { name: /^All countries instead of/ }));
    await keyboard.isOn(states.getByRole('button', { name: 'Menu of states' }));
    await stopOf(states).waitFor();
    await keyboard.goTo(stopOf(states));
    await keyboard.press('ArrowRight', 'End', 'Home');
    await keyboard.goTo(states.getByRole('region', { name: 'Figures by state' }));
    await keyboard.press('End');
    await expect(states.getByRole('row').last()).toBeInViewport();
    await keyboard.press('Home');
    const clicks = states.getByRole('columnheader', { name: 'Clicks' });
    await keyboard.take(clicks.getByRole('button'));
    await expect(clicks).toHaveAttribute('aria-sort', 'descending');
    await keyboard.goTo(countries.getByRole('rowheader').getByRole('button').first(), 'Shift+Tab');
  });

  test('reaches everything from the first stop to the last, and comes back the same way', async ({
    page,
    visit,
  }) => {
    await open(page, visit);
    const keyboard = new Keyboard(page);
    await keyboard.press('/');
    await page.reload();
    await table(page, 'campaign').waitFor();
    await expect(page.locator('section.panel[aria-busy="true"]')).toHaveCount(0);
    await expect(page.getByRole('slider')).toHaveCount(3);
    await expect(page.locator('path[tabindex="0"]')).toHaveCount(2);
    await expect(page.getByRole('complementary', { name: 'Filters' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Sheet test: letter to add-on' })).toBeVisible();

    expect((await keyboard.round()).length).toBeGreaterThan(80);
  });
});
