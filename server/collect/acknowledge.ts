import { unavailable } from '../platform/refusal.ts';

/** Whatever the store could not do is for the sender to repeat. */
export async function answered<Result>(asked: Promise<Result>): Promise<Result> {
  try {
    return await asked;
  } catch {
    throw unavailable(
      'Events cannot be kept right now. Send them again.',
      1 + Math.floor(Math.random() * 3),
    );
  }
}
