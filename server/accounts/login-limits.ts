import type { AttemptWindow } from '../limits/attempt-window.ts';
import type { Attempts, Spent } from '../limits/attempts.ts';
import { recentRefusals } from '../limits/recent-refusals.ts';
import { networkOf, prefixOf } from '../platform/network-prefix.ts';

export type LoginAttempt = { email: string; address: string };

export type LoginLimits = {
  /**
   * Checks a password within the limits: `check` finds its owner, or null. Only wrong passwords count, so attempts
   * under way in this process are awaited before a call is refused with the milliseconds to wait.
   */
  guard<Person>(
    attempt: LoginAttempt,
    check: () => Promise<Person | null>,
  ): Promise<{ found: Person | null } | { wait: number }>;
};

const windowMs = 15 * 60_000;
const pause = 10_000;

const prefixes = { name: 'login prefix', most: 30, windowMs };
const accounts = { name: 'login account', most: 40, windowMs };
const accountPrefixes = { name: 'login account prefix', most: 5, windowMs };
const accountNetworks = { name: 'login account network', most: 10, windowMs };
const ownerAttempts = { name: 'login owner', most: 1, windowMs };

/**
 * Limits on password attempts.
 *
 * An account is never locked as a whole, or any stranger could lock its owner out. Once strangers have used up its
 * limit, an unknown network must wait ten seconds without attempts and then has one attempt: the owner
 * gets in, a flood does not.
 */
export function loginLimits(
  attempts: Pick<Attempts, 'decide' | 'forgive'>,
  now: () => number,
): LoginLimits {
  const refusals = recentRefusals(now);
  const underWay = new Map<string, Set<Promise<unknown>>>();

  function waitForAccount(
    account: AttemptWindow,
    network: AttemptWindow,
    owner: AttemptWindow,
  ): number {
    const wait = account.wait();
    if (wait === 0 || network.last() !== null) return wait;
    const lastAttempt = owner.last();
    owner.count();
    return lastAttempt !== null && now() - lastAttempt >= pause ? 0 : pause;
  }

  return {
    async guard({ email, address }, check) {
      const prefix = prefixOf(address);
      const accountPrefix = `${email} ${prefix}`;
      const accountNetwork = `${email} ${networkOf(address)}`;
      const spent = {
        prefix: [prefixes, prefix],
        account: [accounts, email],
        accountPrefix: [accountPrefixes, accountPrefix],
        accountNetwork: [accountNetworks, accountNetwork],
      } satisfies Record<string, Spent>;
      const begin = () =>
        attempts.decide({ ...spent, owner: [ownerAttempts, accountNetwork] }, (windows) => {
          const { owner, ...counted } = windows;
          const { account, accountNetwork: network } = counted;
          const prefixWait = counted.prefix.wait();
          const wait =
            Math.max(prefixWait, counted.accountPrefix.wait(), network.wait()) ||
            waitForAccount(account, network, owner);
          if (wait === 0) for (const window of Object.values(counted)) window.count();
          return { wait, prefixWait };
        });

      const forgive = async () => {
        await attempts.forgive(spent);
        refusals.forget(prefix);
        refusals.forget(accountPrefix);
      };

      const remembered = Math.max(refusals.wait(prefix), refusals.wait(accountPrefix));
      if (remembered > 0) return { wait: remembered };
      for (let begun = await begin(); begun.wait > 0; begun = await begin()) {
        const others = underWay.get(accountPrefix);
        if (!others) {
          refusals.note(accountPrefix, begun.wait);
          if (begun.prefixWait > 0) refusals.note(prefix, begun.prefixWait);
          return { wait: begun.wait };
        }
        await Promise.race(others);
      }
      const checking = check();
      const done = checking
        .then(
          (found) => found !== null,
          () => true,
        )
        .then((isForgiven) => (isForgiven ? forgive() : undefined));
      const mine = underWay.get(accountPrefix) ?? new Set();
      underWay.set(accountPrefix, mine.add(done));
      try {
        await done;
      } finally {
        mine.delete(done);
        if (mine.size === 0) underWay.delete(accountPrefix);
      }
      return { found: await checking };
    },
  };
}
