import { KeyRevoked } from '../pipeline/inbox.ts';
import { Refusal, unavailable } from '../platform/refusal.ts';

export const unknownKey = () => new Refusal(401, { detail: 'Unknown collect key.' });

/** Turns a failure of the inbox into a 503, so that the sender repeats the request, and a void key into a 401. */
export async function orUnavailable<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof KeyRevoked) throw unknownKey();
    throw unavailable(
      'Events cannot be kept right now. Send them again.',
      1 + Math.floor(Math.random() * 3),
    );
  }
}
