import { Refusal } from '../../platform/refusal.ts';

/** Adds jitter, so that clients do not all return in the same second. */
export const tooManyRequests = (wait: number) =>
  new Refusal(
    429,
    { detail: 'Too many events. Send them again later.' },
    wait + Math.floor(Math.random() * 3),
  );
