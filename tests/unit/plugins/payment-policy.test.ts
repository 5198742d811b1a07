import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { appOf } from '#tests/support/app.ts';

let directory: string;
const config = (stripe_public_key: string | null) => ({
  api_base_url: '',
  cube_api_url: '/cubejs-api/v1',
  collect_url: '/t',
  stripe_public_key,
  billing: 'manual' as const,
  sentry_dsn: null,
});
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'clickledger-payment-'));
  await mkdir(join(directory, 'assets'));
  await writeFile(join(directory, 'index.html'), '<meta name="csp-nonce" content="__NONCE__">');
});
afterAll(() => rm(directory, { recursive: true }));

/** The policy of a page, by directive. */
async function policyOf(path: string, key: string | null): Promise<Record<string, string>> {
  const app = await appOf([], {
    pages: { directory, config: config(key), isSignUpOpen: async () => true },
  });
  const answer = await app.inject({ url: path, headers: { accept: 'text/html' } });
  await app.close();
  expect(answer.statusCode).toBe(200);
  const header = String(answer.headers['content-security-policy']);
  return Object.fromEntries(
    header.split('; ').map((one) => [one.split(' ')[0], one.slice(one.indexOf(' ') + 1)]),
  );
}

const paying = [
  '/sign-up/payment',
  '/sign-up/subscription',
  '/settings/billing-settings',
  '/sign-up/payment/?next=1',
];
const others = [
  '/',
  '/login',
  '/sign-up',
  '/sign-up/company',
  '/settings',
  '/settings/billing-settings-of-others',
  '/dashboard?from=/sign-up/payment',
  '/x/sign-up/payment',
];

describe('the policy of pages where a card is entered', () => {
  it.each(paying)(
    'allows the form of Stripe and nothing else where there are keys: %s',
    async (path) => {
      const policy = await policyOf(path, 'pk_test_1');
      expect(policy).toEqual({
        'default-src': "'none'",
        'script-src': "'self' https://js.stripe.com https://*.js.stripe.com",
        'style-src': expect.stringMatching(/^'self' 'nonce-[\w+/=]+'$/),
        'img-src': "'self' data: https://*.stripe.com",
        'font-src': "'self'",
        'connect-src': "'self' https://api.stripe.com",
        'frame-src': 'https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com',
        'manifest-src': "'self'",
        'base-uri': "'none'",
        'form-action': "'self'",
        'frame-ancestors': "'none'",
      });
    },
  );

  it.each(others)('is the strict one everywhere else: %s', async (path) => {
    const policy = await policyOf(path, 'pk_test_1');
    expect(policy['trusted-types']).toBe("'none'");
    expect(JSON.stringify(policy)).not.toContain('stripe');
  });

  it.each(paying)('is the strict one without keys: %s', async (path) => {
    const policy = await policyOf(path, null);
    expect(policy['require-trusted-types-for']).toBe("'script'");
    expect(JSON.stringify(policy)).not.toContain('stripe');
  });
});
