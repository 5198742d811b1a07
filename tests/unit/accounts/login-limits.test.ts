import { describe, expect, it } from 'vitest';
import { networkOf, prefixOf } from '#server/accounts/address-prefix.ts';
import { attemptWindow } from '#server/accounts/attempt-window.ts';
import { loginLimits } from '#server/accounts/login-limits.ts';

const minute = 60_000;

function clocked() {
  let time = 1_000_000;
  return {
    now: () => time,
    advance(ms: number) {
      time += ms;
    },
  };
}

describe('attempts in a window', () => {
  it('wait until the oldest has slid out, to the millisecond', () => {
    const clock = clocked();
    const window = attemptWindow({ limit: 2, windowMs: 1_000, now: clock.now });
    window.count('a');
    clock.advance(400);
    window.count('a');
    expect(window.wait('a')).toBe(600);
    clock.advance(599);
    expect(window.wait('a')).toBe(1);
    clock.advance(1);
    expect(window.wait('a')).toBe(0);
    expect(window.wait('b')).toBe(0);
  });

  it('remember only so many keys', () => {
    const window = attemptWindow({ limit: 1, windowMs: 1_000, now: () => 0, maxKeys: 100 });
    for (let key = 0; key < 1_000; key += 1) window.count(`${key}`);
    const remembered = Array.from({ length: 1_000 }, (_, key) => window.last(`${key}`));
    expect(remembered.filter((time) => time !== null)).toHaveLength(100);
    expect(window.wait('999')).toBe(1_000);
  });
});

describe('an address', () => {
  it.each([
    ['203.0.113.77', '203.0.113', '203.0'],
    ['::ffff:203.0.113.77', '203.0.113', '203.0'],
    ['2001:db8:12:34ff::1', '2001:0db8:0012:34', '2001:0db8'],
    ['2001:db8:12:34aa:5:6:7:8', '2001:0db8:0012:34', '2001:0db8'],
    ['fe80::1%eth0', 'fe80:0000:0000:00', 'fe80:0000'],
    ['::1', '0000:0000:0000:00', '0000:0000'],
  ])('%s belongs to its prefix and network', (address, prefix, network) => {
    expect(prefixOf(address)).toBe(prefix);
    expect(networkOf(address)).toBe(network);
  });
});

describe('login limits', () => {
  const email = 'ana@acme.test';
  const allowed = (limits: ReturnType<typeof loginLimits>, addresses: string[]) =>
    addresses.filter((address) => limits.begin({ email, address }) === 0).length;

  it.each([
    ['one address', () => '198.51.100.7', 5],
    ['200 addresses of one network', (n: number) => `198.51.${n % 200}.7`, 10],
    ['200 networks', (n: number) => `${1 + (n % 200)}.51.100.7`, 40],
  ])('let %s try a password a few times of 10,000', (_, addressOf, most) => {
    const limits = loginLimits(clocked().now);
    const addresses = Array.from({ length: 10_000 }, (_none, attempt) => addressOf(attempt));
    expect(allowed(limits, addresses)).toBe(most);
  });

  it('let the owner in from a fresh address while one network attacks', () => {
    const limits = loginLimits(clocked().now);
    allowed(
      limits,
      Array.from({ length: 10_000 }, (_, n) => `198.51.${n % 200}.7`),
    );
    expect(limits.begin({ email, address: '203.0.113.5' })).toBe(0);
  });

  it('let the owner in on the second try while the whole world attacks', () => {
    const clock = clocked();
    const limits = loginLimits(clock.now);
    const attackers = Array.from({ length: 200 }, (_, n) => `${1 + n}.51.100.7`);
    for (let second = 0; second < 30; second += 1) {
      allowed(limits, attackers);
      clock.advance(1_000);
    }
    const owner = { email, address: '203.0.113.5' };
    expect(limits.begin(owner)).toBe(10_000);
    for (let second = 0; second < 10; second += 1) {
      clock.advance(1_000);
      expect(allowed(limits, attackers)).toBe(0);
    }
    expect(limits.begin(owner)).toBe(0);
    expect(limits.begin(owner)).toBeGreaterThan(0);
  });

  it('count one address over many accounts', () => {
    const limits = loginLimits(clocked().now);
    const waits = Array.from({ length: 40 }, (_, n) =>
      limits.begin({ email: `p${n}@acme.test`, address: '198.51.100.7' }),
    );
    expect(waits.filter((wait) => wait === 0)).toHaveLength(30);
  });

  it('never count a login that succeeded', () => {
    const limits = loginLimits(clocked().now);
    const attempt = { email, address: '198.51.100.7' };
    for (let login = 0; login < 100; login += 1) {
      expect(limits.begin(attempt)).toBe(0);
      limits.forgive(attempt);
    }
  });

  it('forget after a quarter of an hour', () => {
    const clock = clocked();
    const limits = loginLimits(clock.now);
    const attempt = { email, address: '198.51.100.7' };
    for (let tried = 0; tried < 5; tried += 1) limits.begin(attempt);
    expect(limits.begin(attempt)).toBe(15 * minute);
    clock.advance(15 * minute);
    expect(limits.begin(attempt)).toBe(0);
  });
});
