import { prefixOf } from './address-prefix.ts';
import { attemptWindow } from './attempt-window.ts';

const minute = 60_000;
const hour = 60 * minute;

/** How often people who are not signed in may ask; each answers the milliseconds to wait, or 0 and counts. */
export type StrangerLimits = {
  signUp(address: string): number;
  lookUp(address: string): number;
  reset(address: string): number;
  /** Mails that anybody can have sent to somebody. */
  mail(email: string): number;
};

type Options = { signUpsPerHour: number; now: () => number };

export function strangerLimits({ signUpsPerHour, now }: Options): StrangerLimits {
  function limited(limit: number, windowMs: number, keyOf = prefixOf) {
    const window = attemptWindow({ limit, windowMs, now });
    return (given: string): number => {
      const key = keyOf(given);
      const wait = window.wait(key);
      if (wait === 0) window.count(key);
      return wait;
    };
  }
  return {
    signUp: limited(signUpsPerHour, hour),
    lookUp: limited(10, minute),
    reset: limited(20, hour),
    mail: limited(3, hour, (email) => email),
  };
}
