import { networkOf, prefixOf } from './address-prefix.ts';
import { attemptWindow } from './attempt-window.ts';

export type LoginAttempt = { email: string; address: string };

export type LoginLimits = {
  /** Counts the attempt and answers 0, or answers how many milliseconds to wait and counts nothing. */
  begin(attempt: LoginAttempt): number;
  /** The password was right: the attempt was none. */
  forgive(attempt: LoginAttempt): void;
};

const windowMs = 15 * 60_000;
const pause = 10_000;

/**
 * How often a password may be tried.
 *
 * An account is never locked as a whole, or anybody could lock its owner out. Once strangers have spent its limit,
 * a network that was not seen yet is asked to come back after ten quiet seconds and then has one try: a person gets
 * in, a flood does not.
 */
export function loginLimits(now: () => number): LoginLimits {
  const limit = (attempts: number) => attemptWindow({ limit: attempts, windowMs, now });
  const prefixes = limit(30);
  const accounts = limit(40);
  const accountPrefixes = limit(5);
  const accountNetworks = limit(10);
  const knocks = limit(1);

  function waitAtTheDoor(network: string, account: string): number {
    const wait = accounts.wait(account);
    if (wait === 0 || accountNetworks.last(network) !== null) return wait;
    const knocked = knocks.last(network);
    knocks.count(network);
    return knocked !== null && now() - knocked >= pause ? 0 : pause;
  }

  const keysOf = ({ email, address }: LoginAttempt) => ({
    prefix: prefixOf(address),
    account: email,
    accountPrefix: `${email} ${prefixOf(address)}`,
    accountNetwork: `${email} ${networkOf(address)}`,
  });

  return {
    begin(attempt) {
      const { prefix, account, accountPrefix, accountNetwork } = keysOf(attempt);
      const wait =
        Math.max(
          prefixes.wait(prefix),
          accountPrefixes.wait(accountPrefix),
          accountNetworks.wait(accountNetwork),
        ) || waitAtTheDoor(accountNetwork, account);
      if (wait > 0) return wait;
      prefixes.count(prefix);
      accounts.count(account);
      accountPrefixes.count(accountPrefix);
      accountNetworks.count(accountNetwork);
      return 0;
    },
    forgive(attempt) {
      const { prefix, account, accountPrefix, accountNetwork } = keysOf(attempt);
      prefixes.forgive(prefix);
      accounts.forgive(account);
      accountPrefixes.forgive(accountPrefix);
      accountNetworks.forgive(accountNetwork);
    },
  };
}
