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
    const { query, query_params: { names } = {} } = given;
    if (!query.includes('name IN {names:Array(String)}') || !Array.isArray(names)) {
      return ask(given);
    }
    const found = names.filter((name) => seen.has(`${query} ${name}`));
    for (const name of names) seen.add(`${query} ${name}`);
    return { json: async () => found.map((name) => ({ name })) };
  };
}
