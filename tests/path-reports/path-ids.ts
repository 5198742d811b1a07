/**
 * The ids of a machine's paths for test management tools. An id stays the same while its path has the same events and
 * states, whatever the samples contain. Paths with the same title are numbered.
 */
export function pathIds(machine: string, titles: readonly string[]): string[] {
  const seen = new Map<string, number>();
  return titles.map((title) => {
    const number = (seen.get(title) ?? 0) + 1;
    seen.set(title, number);
    return `${machine}-${digestOf(`${machine} ${title}`)}${number > 1 ? `-${number}` : ''}`;
  });
}

/** FNV-1a: the same on every machine, and short enough to be read aloud. */
function digestOf(text: string): string {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) hash = Math.imul(hash ^ byte, 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, '0');
}
