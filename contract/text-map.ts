/** A look-up by any text. A plain object would also answer to `constructor`, `toString` and `__proto__`. */
export const textMap = <Value>(
  entries: Readonly<Record<string, Value>>,
): ReadonlyMap<string, Value> => new Map(Object.entries(entries));
