/** A column and its SQL, which may name columns that were given before. */
export type Column = readonly [name: string, sql: string];

/**
 * Selects columns that build on each other. Each lies in a subquery above the columns it names: the engine replaces an
 * alias of the same level by all that stands behind it, again and again, until the statement is too large to plan.
 */
export function inLayers(columns: readonly Column[], source: string): string {
  const depths = new Map<string, number>();
  const layers: string[][] = [];
  for (const [name, sql] of columns) {
    const below = (sql.match(/\w+/g) ?? []).map((word) => depths.get(word) ?? 0);
    const depth = 1 + below.reduce((a, b) => Math.max(a, b), 0);
    depths.set(name, depth);
    layers[depth - 1] = [...(layers[depth - 1] ?? []), `${sql} AS ${name}`];
  }
  return layers.reduce(
    (inner, layer) => `SELECT *, ${layer.join(',\n  ')}\nFROM (${inner})`,
    source,
  );
}
