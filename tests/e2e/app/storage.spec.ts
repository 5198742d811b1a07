import { member } from '../../support/samples.ts';
import { addressOf, expect, test } from '../support/page.ts';
import { seededRandom } from '../support/proxy.ts';
import { type Answer, reportAnswers, startStubServer } from '../support/stub-server.ts';

const facts = [
  'token',
  'user',
  'projects',
  'affiliates',
  'timezone',
  'filters',
  'chosenOfferIds',
  'sidebarRight',
  'browserConversions',
  'uniqueConversions',
  'chosenCountries',
  'countries',
  'preferences',
];
const invalidValues = [
  '{broken',
  'null',
  'undefined',
  '[]',
  '{}',
  '7',
  'true',
  '"x"',
  '{"__proto__":{"polluted":1}}',
  '[{"__proto__":{"polluted":1}}]',
  '{"version":99,"data":{}}',
  '',
  `"${'x'.repeat(1_000_000)}"`,
];

const reset = /^Some saved settings could not be read and were reset\.$/;
const refused = /^This browser stores nothing/;

test.describe('a browser with corrupt storage', () => {
  test.setTimeout(180_000);

  for (const seed of [1, 2, 3, 4, 5]) {
    test(`opens the app ten times, with one notice: ${seed}`, async ({ page }) => {
      let isSilent = true;
      const figures = Object.entries(reportAnswers).map(([call, answer]): [string, Answer] => [
        call,
        (route) => (isSilent ? 'never' : answer(route)),
      ]);
      await startStubServer(page, Object.fromEntries(figures));
      const chance = seededRandom(seed);
      const pick = <One>(all: readonly One[]) => all[Math.floor(chance() * all.length)];
      await page.goto(addressOf('/login'));
      for (let round = 0; round < 10; round++) {
        const stored = facts.map((fact) => [`clickledger.v1.${fact}`, pick(invalidValues)]);
        const known = round % 2 === 0;
        // The storage is read before any figure loads; whether figures can be drawn is checked once.
        isSilent = round !== 8;
        await page.evaluate(
          ([content, token]) => {
            localStorage.clear();
            for (const [key, text] of content ?? []) {
              if (key) localStorage.setItem(key, text ?? '');
            }
            if (token) localStorage.setItem('clickledger.v1.token', token);
          },
          [stored, known ? JSON.stringify(member.token) : ''] as const,
        );
        await page.goto(addressOf('/dashboard'));
        const heading = page.getByRole('heading', { level: 1 });
        await expect(heading).toHaveText(known ? 'Dashboard' : 'Sign in', { timeout: 20_000 });
        if (!isSilent) {
          const totals = page.getByRole('region', { name: 'Totals', exact: true });
          await expect(totals).toHaveAttribute('aria-busy', 'false');
          await expect(totals.locator('.figure-value').first()).toHaveText(/\d/);
        }
        expect(await page.getByText(reset).count()).toBeLessThanOrEqual(1);
        expect(await page.evaluate(() => Object.keys(Object.prototype))).toEqual([]);
      }
    });
  }
});

for (const [name, block] of [
  [
    'refuses storage',
    () => {
      for (const store of ['localStorage', 'sessionStorage']) {
        Object.defineProperty(window, store, {
          get: () => {
            throw new DOMException('The operation is insecure.', 'SecurityError');
          },
        });
      }
    },
  ],
  [
    'has no room left',
    () => {
      Storage.prototype.setItem = () => {
        throw new DOMException('Full.', 'QuotaExceededError');
      };
    },
  ],
] as const) {
  test(`a browser that ${name} works until the page is closed, with one notice`, async ({
    page,
  }) => {
    await page.addInitScript(block);
    await startStubServer(page);
    await page.goto(addressOf('/dashboard'));
    await page.getByRole('textbox', { name: 'Email' }).fill(member.email);
    await page.getByLabel('Password').fill('correct horse battery');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByText(refused)).toHaveCount(1, { timeout: 20_000 });
    await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible({
      timeout: 20_000,
    });
    await page.getByRole('button', { name: 'Browser', exact: true }).click();
    await expect(page.getByRole('button', { name: 'Browser', exact: true })).toHaveAttribute(
      'aria-pressed',
      'true',
    );
    expect(await page.getByText(refused).count()).toBeLessThanOrEqual(1);
    await page.getByRole('button', { name: /^Account/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  });
}
