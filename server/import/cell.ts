export type Row = Record<string, unknown>;

/**
 * A value of a row. `a.b` is the column of that name, else the field `b` of a nested column `a`. Blanks around a name
 * are ignored, because they are removed from the header of a CSV.
 */
export function cellOf(row: Row, column: string): unknown {
  if (Object.hasOwn(row, column)) return row[column];
  const bare = column.trim();
  if (Object.hasOwn(row, bare)) return row[bare];
  let value: unknown = row;
  for (const part of column.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part))
      return undefined;
    value = (value as Row)[part];
  }
  return value;
}

/** A cell as text; undefined for an empty one. */
export function textOf(value: unknown, empty: readonly string[] = []): string | undefined {
  if (value === undefined || value === null) return undefined;
  const text =
    value instanceof Date
      ? value.toISOString()
      : typeof value === 'object'
        ? json(value)
        : String(value);
  const trimmed = text.trim();
  return trimmed === '' || empty.includes(trimmed) ? undefined : trimmed;
}

/** Parquet stores integers as bigint, which JSON lacks. */
const json = (value: object): string =>
  JSON.stringify(value, (_, part: unknown) => (typeof part === 'bigint' ? String(part) : part));
