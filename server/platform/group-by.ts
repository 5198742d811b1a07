/** Groups items by each of their keys, in their own order. */
export function groupByKeys<T>(
  items: readonly T[],
  tagsOf: (item: T) => readonly string[],
): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    for (const tag of tagsOf(item)) {
      const group = groups.get(tag);
      if (group) group.push(item);
      else groups.set(tag, [item]);
    }
  }
  return groups;
}
