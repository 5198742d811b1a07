/** The names similar to a mistyped one, most similar first. */
export function similarNames(wanted: string, names: readonly string[]): string {
  const ranked = names
    .map((name) => ({ name, distance: distanceOf(wanted.toLowerCase(), name) }))
    .sort((one, other) => one.distance - other.distance);
  return ranked
    .slice(0, 3)
    .map(({ name }) => name)
    .join(', ');
}

/** The edit distance; a name that contains the wanted one is similar at any length. */
function distanceOf(wanted: string, name: string): number {
  if (name.includes(wanted) || wanted.includes(name)) return 0;
  let row = Array.from({ length: name.length + 1 }, (_, index) => index);
  for (const [at, letter] of [...wanted].entries()) {
    const next = [at + 1];
    for (const [place, other] of [...name].entries()) {
      const change = (row[place] ?? 0) + (letter === other ? 0 : 1);
      next.push(Math.min(change, (row[place + 1] ?? 0) + 1, (next[place] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
