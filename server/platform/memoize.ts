/** Runs the work at the first call; every call waits for it. */
export function memoize(work: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | null = null;
  return () => {
    done ??= work();
    return done;
  };
}
