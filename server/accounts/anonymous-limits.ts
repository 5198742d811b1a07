import { prefixOf } from '../platform/network-prefix.ts';
import { attemptWindow } from './attempt-window.ts';

const minute = 60_000;
const hour = 60 * minute;

/**
 * Limits on calls about other people's accounts; each answers the milliseconds to wait, or counts the call and answers
 * 0.
 */
export type AnonymousLimits = {
  signUp(address: string): number;
  lookUp(address: string): number;
  /** For calls that reveal whether an address has an account; any signed-up user can make them. */
  lookUpAs(userId: number): number;
  reset(address: string): number;
  /** For mails that a stranger can trigger. */
  mail(email: string): number;
};

type Options = { signUpsPerHour: number; now: () => number };

export function createAnonymousLimits({ signUpsPerHour, now }: Options): AnonymousLimits {
  function limited<Attempt>(limit: number, windowMs: number, keyOf: (attempt: Attempt) => string) {
    const window = attemptWindow({ limit, windowMs, now });
    return (attempt: Attempt): number => {
      const key = keyOf(attempt);
      const wait = window.wait(key);
      if (wait === 0) window.count(key);
      return wait;
    };
  }
  return {
    signUp: limited(signUpsPerHour, hour, prefixOf),
    lookUp: limited(10, minute, prefixOf),
    lookUpAs: limited(60, hour, String),
    reset: limited(20, hour, prefixOf),
    mail: limited(3, hour, String),
  };
}
