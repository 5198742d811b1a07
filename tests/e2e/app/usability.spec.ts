import { HeldRequests } from '../support/held-requests.ts';
import { expect, table, test } from '../support/page.ts';

test.describe('comfort', () => {
  test.use({
    storageState: async ({ signedIn }, use) => use(signedIn),
    contextOptions: { reducedMotion: 'reduce' },
  });

  test('a page never flashes another theme than the stored one', async ({ page, visit }) => {
    await page.emulateMedia({ colorScheme: 'light' });
    await page.addInitScript(() => {
      localStorage.setItem(
        'clickledger.v1.preferences',
        JSON.stringify({ theme: 'dark', density: 'compact' }),
      );
      const seen = new Set<string>();
      Object.assign(window, { seen });
      const look = (): void => {
        if (document.body) seen.add(getComputedStyle(document.documentElement).colorScheme);
        requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    });
    await visit('/dashboard');
    await table(page, 'campaign').waitFor();
    const seen = await page.evaluate(() => [...(window as unknown as { seen: Set<string> }).seen]);
    expect(seen).toEqual(['dark']);
  });

  test('the keyboard alone chooses a date range and a range of the graph', async ({
    page,
    visit,
  }) => {
    await visit('/dashboard');
    await table(page, 'campaign').waitFor();
    await page.keyboard.press('Control+k');
    await expect(page.getByRole('combobox', { name: 'Find a command' })).toBeFocused();
    await page.keyboard.type('range 7');
    await expect(page.getByRole('option')).toHaveText([/^Last 7 days/]);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/range=last_7_days/);
    const graph = page.getByRole('slider', { name: 'Point in time' });
    await expect(graph).toHaveAttribute('aria-valuemax', '6');
    await graph.focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('Shift+ArrowRight');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/start=\d{4}-\d{2}-\d{2}&end=/);
    await expect(graph).toHaveAttribute('aria-valuemax', '1');
    await page.getByRole('button', { name: 'Back to the range before' }).click();
    await expect(page).toHaveURL(/range=last_7_days/);
  });

  test('text typed for the palette before it has loaded is in its field', async ({
    page,
    visit,
  }) => {
    await visit('/dashboard?range=last_7_days');
    await table(page, 'campaign').waitFor();
    const code = await HeldRequests.at(page, '**/assets/Palette-*.js');
    const field = page.getByRole('combobox', { name: 'Find a command' });
    const before = page.url();
    await page.keyboard.press('Control+k');
    await page.keyboard.type('north pier');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+k');
    await page.keyboard.type('broat');
    await page.keyboard.press('Backspace');
    await page.keyboard.type('d');
    expect(page.url()).toBe(before);
    await expect(field).toBeHidden();
    await code.release();
    await expect(field).toBeFocused();
    await expect(field).toHaveValue('broad');
    await page.keyboard.type('er');
    await expect(field).toHaveValue('broader');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+k');
    await page.keyboard.type('again');
    await expect(field).toHaveValue('again');
    expect(page.url()).toBe(before);
  });

  test('popovers of the selection stay under the pointer while the page scrolls', async ({
    page,
    visit,
  }) => {
    await visit('/dashboard');
    await table(page, 'campaign').waitFor();
    const openers = [
      page.getByRole('button', { name: /^Date range:/ }),
      page.getByRole('button', { name: /^Compared with:/ }),
      page.getByRole('button', { name: /^How to count/ }),
      page.getByRole('button', { name: 'Views' }),
      page.getByRole('combobox', { name: 'Affiliates', exact: true }),
    ];
    for (const opener of openers) {
      await opener.click();
      const floating = page.locator('.floating');
      await expect(floating).toBeVisible();
      const [before, after] = await floating.evaluate((element) => {
        const from = element.getBoundingClientRect().top;
        window.scrollBy(0, 40);
        return [from, element.getBoundingClientRect().top];
      });
      expect(after).toBe(before);
      await page.keyboard.press('Escape');
      await expect(floating).toBeHidden();
    }
  });

  test('a range of the graph is chosen by dragging', async ({ page, visit }) => {
    await visit('/dashboard?range=last_30_days');
    await table(page, 'campaign').waitFor();
    const graph = page.getByRole('slider', { name: 'Point in time' });
    await expect(graph).toHaveAttribute('aria-valuemax', '29');
    await graph.scrollIntoViewIfNeeded();
    const box = await graph.boundingBox();
    if (!box) throw new Error('The graph has no place.');
    await page.mouse.move(box.x + box.width * 0.4, box.y + 60);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width * 0.6, box.y + 60, { steps: 5 });
    await page.mouse.up();
    await expect(page).toHaveURL(/start=\d{4}-\d{2}-\d{2}&end=/);
  });

  test('a printed page is one page without controls', async ({ page, visit }) => {
    await visit('/dashboard');
    await table(page, 'campaign').waitFor();
    await page.emulateMedia({ media: 'print' });
    await expect(page.getByRole('navigation', { name: 'Screens' })).toBeHidden();
    await expect(page.getByRole('button', { name: 'Menu of totals' })).toBeHidden();
    await expect(page.getByRole('slider', { name: 'Point in time' })).toBeVisible();
    const pdf = (await page.pdf({ format: 'A4' })).toString('latin1');
    expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
  });

  test('a printed page names the filters, the way of counting and the places of the rows', async ({
    page,
    visit,
  }) => {
    await visit(
      '/dashboard?range=last_30_days&browser=1&unique=0&countries=US&countries=DE&countries=FR&countries=IT&countries=ES' +
        '&filter.device=-tablet&filter.utm_campaign=-winter&group=campaign_id&path=device:mobile',
    );
    await table(page, 'campaign').waitFor();
    const lines = page.getByRole('list', { name: 'Filters and counting' });
    await expect(lines).toBeHidden();
    await page.emulateMedia({ media: 'print' });
    await expect(lines.getByRole('listitem')).toHaveText([
      'Country: United States, Germany and 3 more',
      'utm_campaign: not winter',
      'Device: not tablet',
      'Reported by: Browser',
      'Each conversion once: off',
    ]);
    const place = page.getByRole('navigation', { name: 'Breadcrumbs' });
    await expect(place).toBeVisible();
    await expect(place).toContainText(/Device: mobile.*Campaigns/i);
    await expect(page.getByText('Server revenue > 0')).toBeVisible();
    await expect(page.getByPlaceholder('Find by name')).toBeHidden();
    await expect(page.getByRole('button', { name: /^(Remove|Show rows without)/ })).toBeHidden();
  });

  test('a wide table cuts off no figure and shades its edge until the last column', async ({
    page,
    visit,
  }) => {
    await page.setViewportSize({ width: 1280, height: 900 });
    await visit('/dashboard?range=last_7_days');
    const campaigns = table(page, 'campaign');
    await campaigns.waitFor();
    const shade = () =>
      campaigns.evaluate(({ parentElement }) =>
        parentElement ? getComputedStyle(parentElement, '::after').opacity : null,
      );
    await expect.poll(shade).toBe('1');
    const cut = await campaigns.evaluate((grid) =>
      [...grid.querySelectorAll('[role="gridcell"] > div')]
        .filter((cell) => cell.scrollWidth > cell.clientWidth)
        .map((cell) => cell.textContent),
    );
    expect(cut).toEqual([]);
    await campaigns.evaluate((grid) => grid.scrollTo({ left: grid.scrollWidth }));
    await expect.poll(shade).toBe('0');
  });

  test('cards explain in full why a cost is unknown, on narrow and on wide screens', async ({
    page,
    visit,
  }) => {
    await page.setViewportSize({ width: 360, height: 900 });
    await visit('/dashboard?range=last_7_days&filter.utm_campaign=winter');
    const words = page.getByText('Unknown by utm_campaign');
    const isCut = ({ scrollWidth, clientWidth, scrollHeight, clientHeight }: Element) =>
      scrollWidth > clientWidth || scrollHeight > clientHeight;
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      await expect(words, `on ${width} px`).toHaveCount(4);
      for (const one of await words.all()) {
        expect(await one.evaluate(isCut), `on ${width} px`).toBe(false);
      }
    }
  });

  test('the filters beside the figures leave room for the names of the screens', async ({
    page,
    visit,
  }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await visit('/dashboard');
    await table(page, 'campaign').waitFor();
    const room = async () => (await page.getByRole('main').boundingBox())?.width ?? 0;
    const before = await room();
    await page.getByRole('button', { name: /^Filters/ }).click();
    await page.getByRole('complementary', { name: 'Filters' }).waitFor();
    expect(await room()).toBe(before - 120);
    await expect(page.getByRole('link', { name: 'Dashboard' })).toBeVisible();
  });

  test('the wheel over a list scrolls the page at the end of the list', async ({ page, visit }) => {
    await visit('/dashboard?range=last_7_days');
    await table(page, 'campaign').waitFor();
    const list = page.getByRole('region', { name: /^Countries/ }).locator('.plain-table-frame');
    await list.scrollIntoViewIfNeeded();
    await list.evaluate((frame) => frame.scrollTo({ top: frame.scrollHeight }));
    expect(await list.evaluate(({ scrollTop }) => scrollTop)).toBeGreaterThan(0);
    await list.hover();
    const before = await page.evaluate(() => scrollY);
    await page.mouse.wheel(0, 200);
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(before);
  });
});
