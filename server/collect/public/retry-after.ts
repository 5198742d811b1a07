import { Refusal } from '../../platform/refusal.ts';

/** Not all come back in the same second. */
export const tooMany = (wait: number) =>
  new Refusal(
    429,
    { detail: 'Too many events. Send them again later.' },
    wait + Math.floor(Math.random() * 3),
  );
