/** Whose value counts where both changed the same. */
export type Preferred = 'mine' | 'theirs';
export type Versions<Value> = { before: Value; mine: Value; theirs: Value };

/** One of two versions that began as the same one, field by field. */
export function mergeFields<Fields extends object>(
  { before, mine, theirs }: Versions<Fields>,
  preferred: Preferred,
): Fields {
  const names = Object.keys(mine) as (keyof Fields)[];
  const chosen = names.map((name) => [
    name,
    chosenOf({ before: before[name], mine: mine[name], theirs: theirs[name] }, preferred),
  ]);
  return { ...mine, ...Object.fromEntries(chosen) };
}

export function chosenOf<Value>(
  { before, mine, theirs }: Versions<Value>,
  preferred: Preferred,
): Value {
  if (isSame(mine, before)) return theirs;
  if (isSame(theirs, before)) return mine;
  return preferred === 'mine' ? mine : theirs;
}

const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other);
