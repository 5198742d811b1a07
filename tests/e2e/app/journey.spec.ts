import { chooseRange, expect, openButtons, signIn, table, test } from '../support/page.ts';

test('from sign-in to a single ad and out again', async ({ page, visit }) => {
  await visit('/');
  await expect(page).toHaveURL(/\/login$/);

  await signIn(page);
  await expect(page).toHaveURL(/\/dashboard(\?|$)/);
  await expect(page.getByRole('button', { name: 'Date range: Today' })).toBeVisible();

  await chooseRange(page, 'Last 7 days');
  await expect(table(page, 'campaign')).toBeVisible();
  await expect(page.getByRole('slider', { name: 'Point in time' })).toHaveAttribute(
    'aria-valuemax',
    '6',
  );

  const campaign = (await openButtons(page).first().textContent()) ?? '';
  await openButtons(page).first().click();
  await expect(table(page, 'ad set')).toBeVisible();
  await openButtons(page).first().click();
  await expect(table(page, 'ad')).toBeVisible();
  const breadcrumbs = page.getByRole('navigation', { name: 'Breadcrumbs' });
  await expect(breadcrumbs.getByRole('listitem')).toHaveCount(4);
  await breadcrumbs.getByRole('button', { name: `Campaign: ${campaign}` }).click();
  await expect(table(page, 'ad set')).toBeVisible();

  await page.getByRole('button', { name: /^Account:/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await expect(page).toHaveURL(/\/login$/);
  expect(await page.evaluate(() => ({ ...localStorage }))).toEqual({});

  await visit('/dashboard');
  await expect(page).toHaveURL(/\/login$/);
});

test('wrong credentials show an error and keep the address', async ({ page, visit }) => {
  await visit('/login');
  await page.getByRole('textbox', { name: 'Email' }).fill('nobody@clickledger.test');
  await page.getByLabel('Password').fill('not the password');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('alert')).toContainText(/unable to log in/i);
  await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue('nobody@clickledger.test');
});

test("an incomplete form is refused with the contract's messages", async ({ page, visit }) => {
  await visit('/login');
  await page.getByRole('textbox', { name: 'Email' }).fill('nobody');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByText('Enter an e-mail address like name@example.com.')).toBeVisible();
  await expect(page.getByText('Enter your password.')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Email' })).toBeFocused();
});

test.describe('signed in', () => {
  test.use({ storageState: async ({ signedIn }, use) => use(signedIn) });

  test('an unknown address shows the 404 page with the full path', async ({ page, visit }) => {
    await visit('/rules?from=mail#top');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      'Page Not Found: /rules?from=mail#top',
    );
    await visit('/nothing/here');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      'Page Not Found: /nothing/here',
    );
  });

  test('the theme survives a reload', async ({ page, visit }) => {
    await visit('/dashboard');
    await page.getByRole('button', { name: 'Appearance' }).click();
    await page.getByRole('menuitemradio', { name: 'Dark' }).click();
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    await page.reload();
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  });

  test('the table adds up to the total on the card', async ({ page, visit }) => {
    await visit('/dashboard');
    await chooseRange(page, 'Yesterday');
    await page.getByRole('button', { name: /^Rows per page/ }).click();
    await page.getByRole('menuitemradio', { name: 'All' }).click();
    const campaigns = table(page, 'campaign');
    await expect(campaigns.getByRole('row', { name: /^Total/ })).toBeVisible();
    const spent = campaigns.getByRole('button', { name: /spent .* of the cost/ });
    const closed = await campaigns.getByRole('row').count();
    await spent.click();
    await expect.poll(() => campaigns.getByRole('row').count()).toBeGreaterThan(closed);
    const rows = await campaigns.getByRole('row').evaluateAll((all) =>
      all.slice(1).flatMap((row) => {
        const name = row.querySelector('[role="rowheader"]')?.textContent ?? '';
        const clicks = row.querySelector('[role="gridcell"]')?.textContent;
        // The head of the rows that spent has no figures of its own.
        return clicks == null ? [] : [{ name, clicks: Number(clicks.replaceAll(',', '')) }];
      }),
    );
    const total = rows.find(({ name }) => name === 'Total')?.clicks ?? 0;
    const parts = rows.filter(({ name }) => name !== 'Total');
    expect(total).toBeGreaterThan(0);
    expect(parts.reduce((sum, part) => sum + part.clicks, 0)).toBe(total);
    await expect(
      page
        .getByRole('region', { name: 'Totals' })
        .locator('.figure-value')
        .getByText(total.toLocaleString('en-US'), { exact: true })
        .first(),
    ).toBeVisible();
  });
});
