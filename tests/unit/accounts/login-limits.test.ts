import { describe, expect, it } from 'vitest';
import { loginLimits } from '#server/accounts/login-limits.ts';
import { attemptWindow } from '#server/limits/attempt-window.ts';
import { networkOf, prefixOf } from '#server/platform/network-prefix.ts';
import { attemptsInMemory } from '#tests/support/attempts-in-memory.ts';

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
  it('wait until the oldest has left the window, to the millisecond', () => {
    const limit = { name: 'a', most: 2, windowMs: 1_000 };
    const first = attemptWindow(limit, [], 5_000);
    first.count();
    const second = attemptWindow(limit, first.times(), 5_400);
    second.count();
    expect(second.wait()).toBe(600);
    expect(attemptWindow(limit, second.times(), 5_999).wait()).toBe(1);
    expect(attemptWindow(limit, second.times(), 6_000).wait()).toBe(0);
  });

  it('keep no more times than the limit needs, and take the latest back', () => {
    const window = attemptWindow({ name: 'a', most: 2, windowMs: 1_000 }, [100, 200, 300], 400);
    window.count();
    expect(window.times()).toEqual([300, 400]);
    window.forgive();
    expect(window.last()).toBe(300);
    expect(window.wait()).toBe(0);
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
  type Limits = ReturnType<typeof loginLimits>;
  const wrong = async () => null;
  const limitsAt = (now: () => number) => loginLimits(attemptsInMemory(now), now);

  /** Milliseconds to wait, 0 for a checked and wrong attempt. */
  async function guess(limits: Limits, address: string, account = email): Promise<number> {
    const outcome = await limits.guard({ email: account, address }, wrong);
    return 'wait' in outcome ? outcome.wait : 0;
  }
  async function allowed(limits: Limits, addresses: string[]): Promise<number> {
    let count = 0;
    for (const address of addresses) if ((await guess(limits, address)) === 0) count += 1;
    return count;
  }

  it.each([
    ['one address', () => '198.51.100.7', 5],
    ['200 addresses of one network', (n: number) => `198.51.${n % 200}.7`, 10],
    ['200 networks', (n: number) => `${1 + (n % 200)}.51.100.7`, 40],
  ])('let %s try a password a few times of 10,000', async (_, addressOf, most) => {
    const addresses = Array.from({ length: 10_000 }, (_none, attempt) => addressOf(attempt));
    expect(await allowed(limitsAt(clocked().now), addresses)).toBe(most);
  });

  it('hold when all guesses come at once', async () => {
    const limits = limitsAt(clocked().now);
    const outcomes = await Promise.all(
      Array.from({ length: 500 }, () => guess(limits, '198.51.100.7')),
    );
    expect(outcomes.filter((wait) => wait === 0)).toHaveLength(5);
  });

  it('let the owner sign in from a fresh address while one network attacks', async () => {
    const limits = limitsAt(clocked().now);
    await allowed(
      limits,
      Array.from({ length: 10_000 }, (_, n) => `198.51.${n % 200}.7`),
    );
    expect(await guess(limits, '203.0.113.5')).toBe(0);
  });

  it('let the owner sign in on the second try while the whole world attacks', async () => {
    const clock = clocked();
    const limits = limitsAt(clock.now);
    const attackers = Array.from({ length: 200 }, (_, n) => `${1 + n}.51.100.7`);
    for (let second = 0; second < 30; second += 1) {
      await allowed(limits, attackers);
      clock.advance(1_000);
    }
    const owner = '203.0.113.5';
    expect(await guess(limits, owner)).toBe(10_000);
    for (let second = 0; second < 10; second += 1) {
      clock.advance(1_000);
      expect(await allowed(limits, attackers)).toBe(0);
    }
    expect(await guess(limits, owner)).toBe(0);
    expect(await guess(limits, owner)).toBeGreaterThan(0);
  });

  it('count one address over many accounts', async () => {
    const limits = limitsAt(clocked().now);
    const waits = [];
    for (let n = 0; n < 40; n += 1) {
      waits.push(await guess(limits, '198.51.100.7', `p${n}@acme.test`));
    }
    expect(waits.filter((wait) => wait === 0)).toHaveLength(30);
  });

  it('never count a right password, also for many at once', async () => {
    const limits = limitsAt(clocked().now);
    const right = () =>
      limits.guard({ email, address: '198.51.100.7' }, async () => {
        await Promise.resolve();
        return email;
      });
    expect(await Promise.all(Array.from({ length: 40 }, right))).toEqual(
      Array(40).fill({ found: email }),
    );
    expect(await guess(limits, '198.51.100.7')).toBe(0);
  });

  it('do not count a check that failed by itself', async () => {
    const limits = limitsAt(clocked().now);
    for (let n = 0; n < 10; n += 1) {
      const broken = limits.guard({ email, address: '198.51.100.7' }, () =>
        Promise.reject(new Error('busy')),
      );
      await expect(broken).rejects.toThrow('busy');
    }
    expect(await guess(limits, '198.51.100.7')).toBe(0);
  });

  it('expire after a quarter of an hour', async () => {
    const clock = clocked();
    const limits = limitsAt(clock.now);
    for (let n = 0; n < 5; n += 1) await guess(limits, '198.51.100.7');
    expect(await guess(limits, '198.51.100.7')).toBe(15 * minute);
    clock.advance(15 * minute);
    expect(await guess(limits, '198.51.100.7')).toBe(0);
  });
});
