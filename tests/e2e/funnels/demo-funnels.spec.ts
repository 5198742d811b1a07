import { expect, test } from '../support/page.ts';

test.use({
  storageState: async ({ signedIn }, use) => use(signedIn),
  contextOptions: { reducedMotion: 'reduce' },
});

test('the demo lists three funnels with figures', async ({ page, visit }) => {
  await visit('/funnels');
  const rows = page.getByRole('table').getByRole('row');
  for (const name of ['Direct link', 'Sleep guide: leads', 'Sheet test: letter to add-on']) {
    await expect(rows.filter({ hasText: name })).toContainText('%');
  }
  await expect(rows).toHaveCount(4);
});

test('the funnel of the dashboard leads to its own dashboard, with the same days', async ({
  page,
  visit,
}) => {
  await visit('/dashboard?project=1&range=last_7_days&timezone=Asia%2FTokyo');
  const panel = page.getByRole('region', { name: 'Funnel', exact: true });
  await panel.getByRole('link', { name: 'Sheet test: letter to add-on' }).click();
  await expect(page).toHaveURL(/\/funnels\/dashboard\/sheet-test/);
  const steps = page.getByRole('list', { name: 'Steps', exact: true });
  await expect(steps.getByRole('listitem')).toHaveCount(5);
  await expect(page.getByRole('button', { name: 'Date range: Last 7 days' })).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Time zone' })).toContainText('Tokyo');
});
