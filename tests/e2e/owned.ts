import type { Page } from '@playwright/test';
import { expect } from '@playwright/test';
import { owner, post } from '../torture/support/tenant.ts';
import { remember } from './stand-in.ts';

/** Opens a page of a product of its own, as its owner who came earlier. */
export async function openAsOwner(
  page: Page,
  url: string,
  path: string,
  password = owner.password,
): Promise<void> {
  const { status, text } = await post(url, '/api/v1/auth/token/', { ...owner, password });
  expect(status).toBe(200);
  await remember(page, JSON.parse(text));
  await page.goto(url + path);
  await expect(page.getByRole('navigation', { name: 'Screens' })).toBeVisible();
}
