import type { Browser, Page } from '@playwright/test';
import { owner } from '../../torture/support/tenant.ts';
import { overflow, violationsInBoth } from '../support/axe.ts';
import {
  type Credentials,
  createLedger,
  type Ledger,
  openAsOwner,
  ownProductTest,
} from '../support/own-product.ts';
import { expect } from '../support/page.ts';

const ledgerIn = createLedger('Torture');
const test = ownProductTest.extend<{ ledger: Ledger; open: (path: string) => Promise<void> }>({
  ledger: async ({ product }, use) => use(await ledgerIn(product)),
  open: async ({ page, ledger }, use) =>
    use((path) => openAsOwner(page, ledger, path, password.now)),
});

test.describe.configure({ mode: 'default' });
test.use({ contextOptions: { reducedMotion: 'reduce' } });

/** The owner's password as the previous test left it. */
const password = { now: owner.password };
const colleague = { email: 'ben@acme.test', password: 'purple monkey dishwasher 7' };

async function signInAt(page: Page, url: string, { email, password }: Credentials) {
  await page.goto(`${url}/login`);
  await page.getByRole('textbox', { name: 'Email' }).fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('navigation', { name: 'Screens' })).toBeVisible();
}

async function accept(browser: Browser, link: string): Promise<Page> {
  const page = await browser.newPage();
  await page.goto(link);
  await page.getByLabel('First name').fill('Ben');
  await page.getByLabel('Last name').fill('Otto');
  await page.getByLabel('Password').fill(colleague.password);
  await page.getByRole('button', { name: /^(Join|Accept)/ }).click();
  await expect(page.getByRole('navigation', { name: 'Screens' })).toBeVisible();
  return page;
}

test('an owner creates an affiliate, invites a colleague, and removes them by the next request', async ({
  page,
  browser,
  open,
}) => {
  await open('/settings#projects');
  await page.getByRole('button', { name: /^Create affiliate in/ }).click();
  const form = page.getByRole('form', { name: 'Affiliate' });
  await form.getByRole('button', { name: 'Create affiliate' }).click();
  await expect(form.getByText('Enter a name.')).toBeVisible();
  await form.getByLabel('Name', { exact: true }).fill('North Media');
  await form.getByLabel('Affiliate id').fill('1001');
  await form.getByLabel('Share in percent').fill('12.5');
  await form.getByLabel('Sub-ids (optional)').fill('feed, mail');
  await form.getByRole('button', { name: 'Create affiliate' }).click();
  const created = page.getByRole('listitem', { name: 'North Media', exact: true });
  await expect(created).toContainText('12.5 % of revenue');
  await expect(created).toContainText('feed, mail');

  await page.getByRole('link', { name: 'Team' }).click();
  await page.getByRole('button', { name: 'Invite' }).click();
  const invite = page.getByRole('form', { name: 'Invite' });
  await invite.getByLabel('Email').fill(colleague.email);
  await invite.getByLabel('Role', { exact: true }).selectOption('buyer');
  await invite.getByRole('button', { name: 'Send invite' }).click();
  const link = await page.getByLabel('Invite link', { exact: true }).inputValue();
  expect(link).toMatch(/\/invite\/[\w-]{20,}$/);
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('listitem', { name: colleague.email })).toBeVisible();

  const other = await accept(browser, link);
  try {
    await other.getByRole('link', { name: 'Settings' }).click();
    await expect(other.getByRole('region', { name: 'Team' })).toContainText('Ben Otto (you)');
    await expect(other.getByRole('button', { name: 'Invite' })).toHaveCount(0);
    await expect(other.getByRole('link', { name: 'Audit log' })).toHaveCount(0);
    await other.getByRole('link', { name: 'Conversions' }).click();
    await expect(other.getByRole('heading', { name: 'Conversions', level: 1 })).toBeVisible();

    await page.reload();
    await page.getByRole('button', { name: 'Remove Ben Otto' }).click();
    await page.getByRole('button', { name: 'Remove', exact: true }).click();
    await expect(page.getByRole('listitem', { name: 'Ben Otto' })).toHaveCount(0);

    await other.reload();
    await expect(other.getByText('You have no project yet')).toBeVisible();
  } finally {
    await other.close();
  }

  await page.getByRole('link', { name: 'Audit log' }).click();
  const log = page.getByRole('table', { name: 'Audit log' });
  await expect(log).toContainText(colleague.email);
  await page.getByRole('button', { name: 'Verify' }).click();
  await expect(page.getByText(/^The log is intact/)).toBeVisible();
});

test('a person changes their name, picture and password, and other sessions end', async ({
  page,
  browser,
  ledger,
  open,
}) => {
  await open('/dashboard');
  await page.getByRole('button', { name: /^Account/ }).click();
  await page.getByRole('menuitem', { name: 'Personal settings' }).click();
  await page.getByLabel('First name').fill('Zoë');
  await page.getByLabel('Last name').fill('Ruiz');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();

  await page.getByLabel('Choose picture').setInputFiles({
    name: 'notes.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('no picture'),
  });
  await expect(page.getByText('Choose a PNG, JPEG or WebP picture.')).toBeVisible();
  await page.getByLabel('Choose picture').setInputFiles('docs/images/dashboard.png');
  await page.getByRole('button', { name: 'Upload' }).click();
  await expect(page.getByText('Saved. It is in use now.')).toBeVisible();

  const elsewhere = await browser.newPage();
  await signInAt(elsewhere, ledger.url, { ...ledger.owner, password: password.now });
  await page.reload();
  await expect(
    page.getByRole('list', { name: 'Open sessions' }).getByRole('listitem'),
  ).not.toHaveCount(1);

  const next = 'a much longer password than before';
  await page.getByRole('button', { name: 'Change password' }).click();
  await page.getByLabel('Current password').fill('not the one');
  await page.getByLabel('New password').fill(next);
  await page.getByRole('button', { name: 'Save password' }).click();
  await expect(page.getByRole('form', { name: 'Password' }).locator('.field-error')).toBeVisible();
  await page.getByLabel('Current password').fill(password.now);
  await page.getByRole('button', { name: 'Save password' }).click();
  await expect(page.getByText(/^Your password is changed/)).toBeVisible();
  password.now = next;

  await page.reload();
  await expect(page.getByLabel('First name')).toHaveValue('Zoë');
  await elsewhere.reload();
  await expect(elsewhere.getByRole('button', { name: 'Sign in' })).toBeVisible();
  await elsewhere.close();
});

test('a token is shown once, a project is deleted by its name and restored', async ({
  page,
  open,
}) => {
  await open('/settings#integrations');
  await page.getByRole('button', { name: 'Create token' }).click();
  const form = page.getByRole('form', { name: 'API token' });
  await form.getByLabel('Name').fill('Nightly export');
  await form.getByLabel('Your password').fill(password.now);
  await form.getByRole('button', { name: 'Create token' }).click();
  const token = await page.getByRole('textbox', { name: 'API token' }).inputValue();
  expect(token.length).toBeGreaterThan(30);
  await page.getByRole('button', { name: 'I have it' }).click();
  await expect(page.getByRole('listitem', { name: 'Nightly export' })).toBeVisible();
  await expect(page.getByText(token)).toHaveCount(0);

  await page.getByRole('link', { name: 'Delete project' }).click();
  await page.getByRole('button', { name: /^Delete / }).click();
  const sure = page.getByRole('form', { name: 'Delete project' });
  await sure.getByRole('textbox').fill('something else');
  await sure.getByRole('button', { name: 'Delete project' }).click();
  await expect(sure.locator('.field-error')).toBeVisible();
  const [, name = ''] =
    /^Type (.+) to go on$/.exec((await sure.locator('label').textContent()) ?? '') ?? [];
  await sure.getByRole('textbox').fill(name);
  await sure.getByRole('button', { name: 'Delete project' }).click();
  await expect(page.getByText(/is deleted on/)).toBeVisible();
  await page.reload();
  await page.getByRole('button', { name: 'Keep the project' }).click();
  await expect(page.getByRole('button', { name: /^Delete / })).toBeVisible();
});

const pages = [
  ['/settings#team', 'Team'],
  ['/settings#projects', 'Projects and affiliates'],
  ['/settings#integrations', 'API tokens'],
  ['/settings#jobs', 'Set aside'],
  ['/settings#data', 'Delete project'],
  ['/settings#audit', 'Audit log'],
  ['/settings/personal-settings', 'You'],
  ['/settings/company-settings', 'Company'],
  ['/settings/company-logo', 'Logo'],
] as const;

test('the settings are accessible', async ({ page, ledger, open }) => {
  test.slow();
  await open('/dashboard');
  for (const [path, name] of pages) {
    await page.goto(ledger.url + path);
    const panel = page.getByRole('region', { name, exact: true });
    await expect(panel).toBeVisible();
    await expect(panel).not.toHaveAttribute('aria-busy', 'true');
    for (const width of [360, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await violationsInBoth(page), `${path} at ${width}`).toEqual([]);
      await expect.poll(() => overflow(page), `${path} at ${width}`).toBe(0);
    }
  }
});
