import { describe, expect, it } from 'vitest';
import { billingSettingsOf } from '#server/billing/settings.ts';
import { parseEnv } from '#server/platform/env.ts';

const keys = {
  STRIPE_SECRET_KEY: 'sk_test_1',
  STRIPE_PUBLIC_KEY: 'pk_test_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
};

describe('billing', () => {
  it.each([
    ['off in an installation without keys', { DEMO: '0' }, 'off'],
    ['off also with an empty variable', { DEMO: '0', BILLING: '' }, 'off'],
    ['the operator’s where BILLING says so', { DEMO: '0', BILLING: 'manual' }, 'manual'],
    ['the operator’s in the demo', {}, 'manual'],
    ['Stripe’s with its keys', { DEMO: '0', ...keys }, 'stripe'],
    ['Stripe’s with its keys, whatever else is set', { BILLING: 'manual', ...keys }, 'stripe'],
  ])('is %s', (_, variables, mode) => {
    expect(billingSettingsOf(parseEnv(variables)).mode).toBe(mode);
  });

  it('knows no other word', () => {
    expect(() => parseEnv({ BILLING: 'stripe' })).toThrow('BILLING: Use manual, or leave it out.');
  });
});
