type Question = { query: string; query_params?: Record<string, unknown> };

/**
 * Answers a mover that looks which rows of a batch are there: the first time none of them, and then all, so that it
 * inserts them once more. Anything else is asked as it is.
 */
export function blindly() {
  const seen = new Set<string>();
  return async <Given extends Question>(
    given: Given,
    ask: (given: Given) => Promise<unknown>,
  ): Promise<unknown> => {
    const { query, query_params: { uids } = {} } = given;
    if (!query.startsWith('SELECT DISTINCT event_uid AS uid') || !Array.isArray(uids)) {
      return ask(given);
    }
    const found = uids.filter((uid) => seen.has(`${query} ${uid}`));
    for (const uid of uids) seen.add(`${query} ${uid}`);
    return { json: async () => found.map((uid) => ({ uid })) };
  };
}
