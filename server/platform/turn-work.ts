/**
 * Creates a function with which calls that arrive in one turn of the event loop share the work of their key. The work
 * starts after all of these calls, so each of them gets what was true when it arrived or later.
 */
export function createTurnWork<Result>() {
  const gathering = new Map<string, Promise<Result>>();

  return function share(key: string, work: () => Promise<Result>): Promise<Result> {
    const found = gathering.get(key);
    if (found) return found;
    const shared = new Promise<Result>((resolve, reject) => {
      setImmediate(() => {
        gathering.delete(key);
        work().then(resolve, reject);
      });
    });
    gathering.set(key, shared);
    return shared;
  };
}
