import { KeyRevoked } from '../pipeline/inbox.ts';
import { Refusal } from '../platform/refusal.ts';

export const unknownKey = () => new Refusal(401, { detail: 'Unknown collect key.' });

/** Refuses a request whose key was replaced after it was looked up. */
export async function orUnknownKey<Result>(kept: Promise<Result>): Promise<Result> {
  try {
    return await kept;
  } catch (error) {
    throw error instanceof KeyRevoked ? unknownKey() : error;
  }
}
