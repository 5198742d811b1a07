import type { Page } from '@playwright/test';
import { get, post } from '../../torture/support/tenant.ts';
import type { Ledger } from './own-product.ts';
import { expect } from './page.ts';

export type Person = { email: string; password: string };

/** Makes a call of the owner that must succeed, and answers its body. */
export const senderOf =
  ({ url, token }: Ledger) =>
  async (path: string, body: unknown) => {
    const { status, text } = await post(url, `/api/v1/${path}`, body, token);
    expect([path, status < 300, text]).toEqual([path, true, text]);
    return JSON.parse(text);
  };

/** Invites a person of one affiliate, who accepts. */
export async function addAffiliatePerson(
  ledger: Ledger,
  { name, affid }: { name: string; affid: string },
): Promise<Person> {
  const { url, token, projectId } = ledger;
  const person = {
    email: `${name.toLowerCase()}@clickledger.test`,
    password: 'a password that only the rigs use',
  };
  const affiliates: { id: number; aff_id: string }[] = JSON.parse(
    (await get(url, '/api/v1/affiliates/', token)).text,
  );
  const { uid } = await senderOf(ledger)('user/', {
    email: person.email,
    role: 'affiliate',
    projects: [projectId],
    affiliates: affiliates.filter((one) => one.aff_id === affid).map(({ id }) => id),
  });
  const accepted = await fetch(`${url}/api/v1/accept-invite/${uid}/`, {
    method: 'PATCH',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ first_name: name, last_name: 'Roe', password: person.password }),
  });
  expect(accepted.status).toBe(200);
  return person;
}

export async function signIn(page: Page, { url }: Ledger, person: Person): Promise<void> {
  await page.goto(`${url}/login`);
  await page.getByRole('textbox', { name: 'Email' }).fill(person.email);
  await page.getByLabel('Password').fill(person.password);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('navigation', { name: 'Screens' })).toBeVisible();
}
