import type pg from 'pg';

/** Every row of every table, by table and key. */
export type Rows = Map<string, Map<string, Record<string, unknown>>>;

/** Columns that reads change by themselves, delayed counters, derived values, and what limits count. */
const notes = new Set([
  'sessions.last_used_at',
  'users.last_seen_at',
  'pixel_arrivals +',
  'pixel_arrivals -',
  'warehouse_counts +',
  'warehouse_counts -',
  'pending_refresh +',
  'pending_refresh -',
  'attempts +',
  'attempts -',
]);

export async function readRows(pool: pg.Pool): Promise<Rows> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public' order by 1`,
  );
  const found: Rows = new Map();
  for (const { name } of tables) {
    const { rows } = await pool.query<{ row: Record<string, unknown> }>(
      `select to_jsonb(t) as row from "${name}" t`,
    );
    found.set(
      name,
      new Map(rows.map(({ row }) => [String(row.id ?? JSON.stringify(row)), row] as const)),
    );
  }
  return found;
}

/** The differences: `table +` and `table -` for rows, `table.column` for values; each once, sorted. */
export function changesBetween(before: Rows, after: Rows): string[] {
  const changes = new Set<string>();
  for (const [table, rows] of after) {
    const old = before.get(table) ?? new Map<string, Record<string, unknown>>();
    for (const [key, row] of rows) {
      const was = old.get(key);
      if (!was) changes.add(`${table} +`);
      for (const [column, value] of Object.entries(was ? row : {})) {
        if (JSON.stringify(was?.[column]) !== JSON.stringify(value))
          changes.add(`${table}.${column}`);
      }
    }
    if ([...old.keys()].some((key) => !rows.has(key))) changes.add(`${table} -`);
  }
  return [...changes].filter((change) => !notes.has(change)).sort();
}

/** The names of all columns, as a body might spell them. */
export function columnsIn(rows: Rows, also: readonly string[]): string[] {
  const names = [...rows.values()].flatMap((table) =>
    [...table.values()].slice(0, 1).flatMap((row) => Object.keys(row)),
  );
  const spelled = names.flatMap((name) => [
    name,
    name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()),
  ]);
  return [...new Set([...spelled, ...also])].sort();
}
