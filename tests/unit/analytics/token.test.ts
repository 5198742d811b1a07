import { type JWTPayload, SignJWT, UnsecuredJWT } from 'jose';
import { describe, expect, it } from 'vitest';
import type { Claim } from '#server/analytics/cube/grant.ts';
import { analyticsTokens } from '#server/analytics/cube/token.ts';

const secret = 'only for this test and long enough';
const start = Date.parse('2026-11-20T12:00:00Z');
const at = (minutes: number) => analyticsTokens(secret, () => new Date(start + minutes * 60_000));
const grant: Claim = {
  user: 12,
  projects: [
    { id: 7, currency: 'USD', affids: null },
    { id: 8, currency: 'EUR', affids: ['2001'] },
  ],
};
const claims = { user: 12, projects: [7], affids: {}, currencies: { 7: 'USD' } };
const good = {
  key: secret,
  header: { alg: 'HS256', kid: 'analytics-1' },
  payload: {
    ...claims,
    aud: 'clickledger-analytics',
    iat: start / 1000,
    exp: start / 1000 + 900,
  } as JWTPayload,
};
const signed = (change: Partial<typeof good> = {}) => {
  const { key, header, payload } = { ...good, ...change };
  return new SignJWT(payload).setProtectedHeader(header).sign(new TextEncoder().encode(key));
};

describe('an analytics token', () => {
  it('opens its grant, for 15 minutes', async () => {
    const { token, expires_at } = await at(0).issue(grant);
    expect(expires_at).toBe('2026-11-20T12:15:00.000Z');
    expect(await at(14.9).read(token)).toEqual(grant);
    await expect(at(15.1).read(token)).rejects.toMatchObject({
      status: 403,
      body: { error: 'Invalid token' },
    });
  });

  it('has the same format as one of Cube', async () => {
    expect(await at(0).read(await signed())).toEqual({
      user: 12,
      projects: [{ id: 7, currency: 'USD', affids: null }],
    });
  });

  it.each<[string, () => Promise<string>]>([
    ['signed with another key', () => signed({ key: 'another key of the same length..' })],
    ['for another audience', () => signed({ payload: { ...good.payload, aud: 'someone-else' } })],
    [
      'without an end',
      () => signed({ payload: { ...claims, aud: 'clickledger-analytics', iat: 1 } }),
    ],
    ['of another key id', () => signed({ header: { alg: 'HS256', kid: 'x' } })],
    ['of another algorithm', () => signed({ header: { alg: 'HS384', kid: 'analytics-1' } })],
    [
      'without a signature',
      async () =>
        new UnsecuredJWT(claims)
          .setAudience('clickledger-analytics')
          .setExpirationTime(start / 1000 + 900)
          .encode(),
    ],
    [
      'with its signature cut off',
      async () => `${(await at(0).issue(grant)).token.split('.').slice(0, 2).join('.')}.`,
    ],
    [
      'with other claims',
      async () => {
        const [head, , signature] = (await at(0).issue(grant)).token.split('.');
        const body = Buffer.from(JSON.stringify({ ...claims, projects: [9] })).toString(
          'base64url',
        );
        return `${head}.${body}.${signature}`;
      },
    ],
    ['that is no token', async () => 'null'],
    ['that is empty', async () => ''],
  ])('is refused %s', async (_, make) => {
    await expect(at(0).read(await make())).rejects.toMatchObject({ status: 403 });
  });
});
