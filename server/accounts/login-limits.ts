import { networkOf, prefixOf } from '../platform/network-prefix.ts';
import { attemptWindow } from './attempt-window.ts';

export type LoginAttempt = { email: string; address: string };

export type LoginLimits = {
  /**
   * Checks a password within the limits: `check` finds its owner, or null. Only wrong passwords count, so attempts
   * under way are awaited before a call is refused with the milliseconds to wait.
   */
  guard<Person>(
    attempt: LoginAttempt,
    check: () => Promise<Person | null>,
  ): Promise<{ found: Person | null } | { wait: number }>;
};

const windowMs = 15 * 60_000;
const pause = 10_000;

/**
 * Limits on password attempts.
 *
 * An account is never locked as a whole, or any stranger could lock its owner out. Once strangers have used up its
 * limit, an unknown network must wait ten seconds without attempts and then has one attempt: the owner
 * gets in, a flood does not.
 */
export function loginLimits(now: () => number): LoginLimits {
  const limit = (attempts: number) => attemptWindow({ limit: attempts, windowMs, now });
  const prefixes = limit(30);
  const accounts = limit(40);
  const accountPrefixes = limit(5);
  const accountNetworks = limit(10);
  const ownerAttempts = limit(1);
  const underWay = new Map<string, Set<Promise<unknown>>>();

  function waitForAccount(network: string, account: string): number {
    const wait = accounts.wait(account);
    if (wait === 0 || accountNetworks.last(network) !== null) return wait;
    const lastAttempt = ownerAttempts.last(network);
    ownerAttempts.count(network);
    return lastAttempt !== null && now() - lastAttempt >= pause ? 0 : pause;
  }

  return {
    async guard({ email, address }, check) {
      const prefix = prefixOf(address);
      const accountPrefix = `${email} ${prefix}`;
      const accountNetwork = `${email} ${networkOf(address)}`;
      const spent = [
        [prefixes, prefix],
        [accounts, email],
        [accountPrefixes, accountPrefix],
        [accountNetworks, accountNetwork],
      ] as const;
      const waitNow = () =>
        Math.max(
          prefixes.wait(prefix),
          accountPrefixes.wait(accountPrefix),
          accountNetworks.wait(accountNetwork),
        ) || waitForAccount(accountNetwork, email);

      for (let wait = waitNow(); wait > 0; wait = waitNow()) {
        const others = underWay.get(accountPrefix);
        if (!others) return { wait };
        await Promise.race(others);
      }
      for (const [window, key] of spent) window.count(key);
      const checking = check();
      const done = checking.then(
        (found) => found !== null,
        () => true,
      );
      const mine = underWay.get(accountPrefix) ?? new Set();
      underWay.set(accountPrefix, mine.add(done));
      const isForgiven = await done;
      mine.delete(done);
      if (mine.size === 0) underWay.delete(accountPrefix);
      if (isForgiven) for (const [window, key] of spent) window.forgive(key);
      return { found: await checking };
    },
  };
}
