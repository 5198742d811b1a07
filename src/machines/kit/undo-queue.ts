import { type Problem, problemFrom } from '#contract/problem.ts';

/** What was removed and asked back by its Undo. */
export type Returning<Removed> = {
  /** In turn; the first of them is on its way. */
  returning: Removed[];
  /** Those that are still away, each with what the server said. */
  unrestored: { removed: Removed; problem: Problem }[];
};

/** Whoever is asked back again is no longer told as away. */
export const askedBack = <Removed extends { id: number | null }>(
  { returning, unrestored }: Returning<Removed>,
  asked: Removed,
): Returning<Removed> => ({
  returning: [...returning, asked],
  unrestored: unrestored.filter(({ removed }) => removed.id !== asked.id),
});

/** The one on its way, which a machine that restores always has. */
export function returningOf<Removed>({ returning: [first] }: Returning<Removed>): Removed {
  if (first) return first;
  throw new Error('Nothing was asked back.');
}

export const afterReturn = <Removed>({ returning }: Returning<Removed>) => ({
  returning: returning.slice(1),
});

export const afterRefusal = <Removed>(
  context: Returning<Removed>,
  error: unknown,
): Returning<Removed> => ({
  ...afterReturn(context),
  unrestored: [
    ...context.unrestored,
    { removed: returningOf(context), problem: problemFrom(error) },
  ],
});

/** Nobody tries again what is told as away. */
export const afterDismissal = <Removed>({ unrestored }: Returning<Removed>) => ({
  unrestored: unrestored.slice(1),
});
