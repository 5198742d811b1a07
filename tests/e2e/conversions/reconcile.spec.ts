import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { z } from 'zod';
import { sessionSchema } from '#contract/accounts/session.ts';
import { projectSchema } from '#contract/projects/schemas.ts';
import { overflow, violationsInBoth } from '../support/axe.ts';
import { address, visitor } from '../support/demo.ts';
import { expect, test } from '../support/page.ts';

async function call(path: string, key: string | null, body: object): Promise<unknown> {
  const answer = await fetch(`${address()}/api/v1/${path}/`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(key === null ? {} : { authorization: `Token ${key}` }),
    },
    body: JSON.stringify(body),
  });
  expect([answer.status, answer.ok]).toEqual([answer.status, true]);
  return answer.json();
}

/** The owner of a shop with three pending sales over 100 dollars. */
async function openShop() {
  const session = sessionSchema.parse(
    await call('registration', null, {
      email: `${randomUUID()}@reconcile.test`,
      password: 'a phrase of seven unusual words',
      first_name: 'Ana',
      last_name: 'Ruiz',
    }),
  );
  const project = projectSchema.parse(
    await call('projects', session.token, { name: 'Reconciled shop', timezone: 'UTC' }),
  );
  const time = Math.floor(Date.now() / 1000) - 60;
  const events = ['o-1', 'o-2', 'o-3'].map((order) => ({
    event_id: order,
    order_id: order,
    event_name: 'purchase',
    event_time: time,
    value: 100,
    currency: 'USD',
    external_id: order,
    status: 'pending',
  }));
  const taken = await call('collect/server', project.collect_key, { events });
  expect(z.object({ accepted: z.int() }).parse(taken).accepted).toBe(3);
  return { session, project: project.id, key: project.collect_key };
}

const csv = ['Order ID,Amount,Status', 'o-1,100.00,paid', 'o-2,79.75,open', 'o-9,5.00,paid'];

const lines = (page: Page) => page.getByRole('table', { name: 'Lines that differ' });
const line = (page: Page, order: string) => lines(page).getByRole('row', { name: order });

test('their statuses and values are taken over after a preview, and undone', async ({
  browser,
}) => {
  const { session, project } = await openShop();
  const mine = await visitor(browser, session);
  const page = await mine.newPage();
  await page.goto(`/conversions/reconcile?project=${project}`);
  const file = { name: 'network.csv', mimeType: 'text/csv', buffer: Buffer.from(csv.join('\n')) };
  const compare = () => page.locator('input[type="file"]').setInputFiles(file);
  await expect(async () => {
    await compare();
    await expect(line(page, 'o-1')).toContainText('Differs', { timeout: 2_000 });
  }).toPass();
  await expect(line(page, 'o-2')).toContainText('79.75');
  await expect(line(page, 'o-9')).toContainText('Not known here');
  await expect(line(page, 'o-3')).toContainText('Ours, not in theirs');

  const link = line(page, 'o-2').getByRole('link');
  await link.click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('o-2');
  await page.goBack();
  await expect(page.getByText('network.csv')).toBeVisible();
  await expect(link).toBeFocused();
  await link.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('o-2');
  await page.getByRole('link', { name: 'Reconcile' }).click();
  await expect(line(page, 'o-2')).toContainText('79.75');

  await page.getByRole('button', { name: 'Approve 1 as they did' }).click();
  const bar = page.getByRole('region', { name: 'Decision' });
  await bar.getByRole('button', { name: 'Approve 1' }).click();
  await expect(bar.getByText('1 conversion approved.')).toBeVisible();
  await expect(line(page, 'o-1')).toHaveCount(0);
  await bar.getByRole('button', { name: 'Dismiss' }).click();

  await page.getByRole('button', { name: 'Use 1 of their values' }).click();
  const values = page.getByRole('region', { name: 'Use their values' });
  await expect(values.getByText('Net revenue −20.25 USD')).toBeVisible();
  await values.getByRole('button', { name: 'Correct 1' }).click();
  await expect(values.getByText('Choose a reason.', { exact: true })).toBeVisible();
  await values.getByRole('combobox', { name: 'Reason' }).selectOption('refund');
  await values.getByRole('textbox', { name: 'Note' }).fill('Their statement');
  expect(await violationsInBoth(page)).toEqual([]);
  expect(await overflow(page)).toBe(0);
  await values.getByRole('button', { name: 'Correct 1' }).click();
  await expect(values.getByText('1 conversion corrected.')).toBeVisible();
  await expect(line(page, 'o-2')).toHaveCount(0);

  await values.getByRole('button', { name: 'Undo' }).click();
  await expect(values.getByText('1 taken back.')).toBeVisible();
  await expect(line(page, 'o-2')).toContainText('Differs');
  await values.getByRole('button', { name: 'Dismiss' }).click();
  await expect(page.getByRole('button', { name: 'Use 1 of their values' })).toBeVisible();
  await mine.close();
});

test('postbacks of networks are listed with their results, and lead to their conversions', async ({
  browser,
}) => {
  const { session, project, key } = await openShop();
  const report = async (message: Record<string, string>) => {
    const query = new URLSearchParams({ key: key ?? '', ...message });
    return (await fetch(`${address()}/t/pb?${query}`)).text();
  };
  const sold = { click_id: 'ck_nobody', txid: 'net-1', payout: '12.50', status: 'approved' };
  expect(await report(sold)).toBe('OK');
  expect(await report(sold)).toBe('duplicate');
  await report({ click_id: 'ck_2', txid: 'net-2', payout: '{payout}' });

  const mine = await visitor(browser, session);
  const page = await mine.newPage();
  await page.goto(`/conversions?project=${project}`);
  await page.getByRole('link', { name: 'Postbacks' }).click();
  const rows = page.getByRole('table', { name: 'Postbacks, newest first' }).getByRole('row');
  await expect(rows).toHaveCount(4);
  await expect(rows.nth(1)).toContainText('Refused');
  await expect(rows.nth(2)).toContainText('Sent before');
  const unknown = rows.filter({ hasText: 'Click not known' });
  await expect(async () => {
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expect(unknown.getByRole('link', { name: 'Open' })).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await rows.nth(1).getByText('GET from').click();
  await expect(rows.nth(1)).toContainText('txid=net-2');
  await expect(page.getByText(key ?? '')).toHaveCount(0);
  expect(await violationsInBoth(page)).toEqual([]);
  expect(await overflow(page)).toBe(0);

  await page.getByRole('searchbox').fill('net-2');
  await expect(rows).toHaveCount(2);
  await page.getByRole('searchbox').fill('');
  await page.getByRole('button', { name: 'Result' }).click();
  await page.getByRole('menuitemradio', { name: 'Click not known' }).click();
  await expect(rows).toHaveCount(2);
  await unknown.getByRole('link', { name: 'Open' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('net-1');
  await page.goBack();
  await expect(page.getByRole('button', { name: 'Result: Click not known' })).toBeVisible();
  await expect(unknown.getByRole('link', { name: 'Open' })).toBeFocused();
  await mine.close();
});
