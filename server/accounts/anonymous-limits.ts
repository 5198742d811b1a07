import type { Attempts } from '../limits/attempts.ts';
import { prefixOf } from '../platform/network-prefix.ts';

const minute = 60_000;
const hour = 60 * minute;

/**
 * Limits on calls about other people's accounts; each answers the milliseconds to wait, or counts the call and answers
 * 0.
 */
export type AnonymousLimits = {
  signUp(address: string): Promise<number>;
  lookUp(address: string): Promise<number>;
  /** For calls that reveal whether an address has an account; any signed-up user can make them. */
  lookUpAs(userId: number): Promise<number>;
  reset(address: string): Promise<number>;
  /** For mails that a stranger can trigger. */
  mail(email: string): Promise<number>;
};

type Options = { signUpsPerHour: number; attempts: Attempts };

export function createAnonymousLimits({ signUpsPerHour, attempts }: Options): AnonymousLimits {
  const limits = {
    signUp: { name: 'sign-up', most: signUpsPerHour, windowMs: hour },
    lookUp: { name: 'look-up', most: 10, windowMs: minute },
    lookUpAs: { name: 'look-up-as', most: 60, windowMs: hour },
    reset: { name: 'reset', most: 20, windowMs: hour },
    mail: { name: 'mail', most: 3, windowMs: hour },
  };
  return {
    signUp: (address) => attempts.spend(limits.signUp, prefixOf(address)),
    lookUp: (address) => attempts.spend(limits.lookUp, prefixOf(address)),
    lookUpAs: (userId) => attempts.spend(limits.lookUpAs, `${userId}`),
    reset: (address) => attempts.spend(limits.reset, prefixOf(address)),
    mail: (email) => attempts.spend(limits.mail, email),
  };
}
