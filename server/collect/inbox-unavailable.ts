import { unavailable } from '../platform/refusal.ts';

/** Turns a failure of the inbox into a 503, so that the sender repeats the request. */
export async function orUnavailable<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch {
    throw unavailable(
      'Events cannot be kept right now. Send them again.',
      1 + Math.floor(Math.random() * 3),
    );
  }
}
