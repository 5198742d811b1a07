import type pg from 'pg';
import { joinRunningDatabase } from '#server/database/join-running.ts';
import { purchase, storeInInbox } from '../../server/pipeline/inbox-events.ts';
import { overflow, violationsInBoth } from '../support/axe.ts';
import { Keyboard } from '../support/keyboard.ts';
import { createLedger, type Ledger, openAsOwner, ownProductTest } from '../support/own-product.ts';
import { expect } from '../support/page.ts';

const ledgerIn = createLedger('Jobs');
const test = ownProductTest.extend<{ ledger: Ledger; database: pg.Pool }>({
  ledger: async ({ product }, use) => use(await ledgerIn(product)),
  database: async ({ ledger }, use) => {
    const pool = await joinRunningDatabase(ledger.dataDir);
    if (!pool) throw new Error('The database of the running product was not found.');
    await use(pool);
    await pool.end();
  },
});

test.use({ contextOptions: { reducedMotion: 'reduce' } });
test.describe.configure({ mode: 'default' });

/** Stores purchases whose value no warehouse can hold, and waits until they are set aside. */
async function poison(database: pg.Pool, { projectId }: Ledger, orders: readonly string[]) {
  const event_time = new Date(Date.now() - 60_000).toISOString();
  await storeInInbox(
    database,
    orders.map((order_id) => purchase(projectId, { order_id, value: 'a hundred', event_time })),
  );
  const setAside = async () => (await setAsideAt(database, projectId)).length;
  await expect.poll(setAside, { timeout: 60_000 }).toBeGreaterThanOrEqual(orders.length);
}

/** When each event of a project was set aside, in milliseconds. */
async function setAsideAt(database: pg.Pool, projectId: number): Promise<number[]> {
  const { rows } = await database.query<{ at: Date }>(
    `select set_aside_at as at from failed_items
     where project_id = $1 and queue = 'events' and set_aside_at is not null order by id`,
    [projectId],
  );
  return rows.map(({ at }) => at.getTime());
}

/** Gives the events that were set aside a value that can be stored. */
const mend = (database: pg.Pool, { projectId }: Ledger) =>
  database.query(
    `update inbox set payload = jsonb_set(payload::jsonb, '{event,value}', '"100"')::json where project_id = $1`,
    [projectId],
  );

test('shows an event that failed, tries it again, and it counts', async ({
  page,
  ledger,
  database,
}) => {
  await openAsOwner(page, ledger, '/settings#jobs');
  await expect(page.getByText('Nothing is set aside')).toBeVisible();
  await poison(database, ledger, ['one', 'two', 'three']);

  await page.getByRole('button', { name: 'Refresh' }).click();
  const entry = page.getByRole('link', { name: 'Jobs 3 set aside' });
  await expect(entry).toBeVisible();
  const items = page.getByRole('list', { name: 'Set aside' }).getByRole('listitem');
  await expect(items).toHaveCount(3);
  await expect(items.first()).toContainText('Event purchase');
  await expect(items.first()).toContainText(/The warehouse answered with error \d+ [A-Z_]+\./);
  await expect(items.first()).toContainText('Tried once');

  const before = await setAsideAt(database, ledger.projectId);
  await items.first().getByRole('button').click();
  await expect(page.getByText(/^One item is being tried again/)).toBeVisible();
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await expect(async () => {
    const again = await setAsideAt(database, ledger.projectId);
    expect(again).toHaveLength(3);
    expect(again).not.toEqual(before);
  }).toPass({ timeout: 60_000 });
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(items).toHaveCount(3);

  await mend(database, ledger);
  await page.getByRole('button', { name: 'Try all 3 again' }).click();
  await expect(page.getByText(/^3 items are being tried again/)).toBeVisible();
  await expect(page.getByText('Nothing is set aside')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Jobs', exact: true })).toBeVisible();
  await page.goto(`${ledger.url}/conversions`);
  await expect(async () => {
    await page.reload();
    await expect(page.getByText('3 in all')).toBeVisible({ timeout: 3_000 });
  }).toPass({ timeout: 60_000 });
});

test('is used by keyboard, and is accessible at every width', async ({
  page,
  ledger,
  database,
}) => {
  test.slow();
  await poison(database, ledger, ['four', 'five']);
  await openAsOwner(page, ledger, '/settings#jobs');
  const items = page.getByRole('list', { name: 'Set aside' }).getByRole('listitem');
  await expect(items).toHaveCount(2);
  for (const width of [360, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await violationsInBoth(page), `at ${width}`).toEqual([]);
    await expect.poll(() => overflow(page), `at ${width}`).toBe(0);
  }
  expect((await new Keyboard(page).round()).length).toBeGreaterThan(18);

  await mend(database, ledger);
  await items.first().getByRole('button').focus();
  await page.keyboard.press('Enter');
  await expect(items).toHaveCount(1);
  await expect(page.getByRole('region', { name: 'Set aside' }).locator(':focus')).toHaveCount(1);
});
