import { Refusal, unavailable } from '../platform/refusal.ts';

/** Turns a failure of a store into a 503, so that the sender repeats the request; a refusal stays one. */
export async function orUnavailable<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw unavailable(
      'Events cannot be kept right now. Send them again.',
      1 + Math.floor(Math.random() * 3),
    );
  }
}
