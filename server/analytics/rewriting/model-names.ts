import { zoneMark } from './zone-mark.ts';

const measure = /\{(?!CUBE\})(\w+)\}/g;

/** The measures that an expression names as `{other_measure}`, each once. */
export const measuresIn = (sql: string): string[] => [
  ...new Set([...sql.matchAll(measure)].map(([, name = '']) => name)),
];

/** Replaces `{other_measure}` by the SQL of that measure, as Cube does. */
export function expandMeasure(
  name: string,
  sqlOf: ReadonlyMap<string, string>,
  above: readonly string[] = [],
): string {
  const sql = sqlOf.get(name);
  if (sql === undefined) throw new Error(`The model names an unknown measure: ${name}.`);
  if (above.includes(name)) throw new Error(`The measure ${name} is made of itself.`);
  return sql.replaceAll(
    measure,
    (_, other: string) => `(${expandMeasure(other, sqlOf, [...above, name])})`,
  );
}

/** Replaces `{CUBE}` by the name of the cube. Nothing else in braces may be left but the mark of the zone. */
export function overCube(sql: string, cube: string): string {
  const text = sql.replaceAll('{CUBE}', cube);
  if (/[{}]/.test(text.replaceAll(zoneMark, '')))
    throw new Error(`The model names something unknown: ${sql}.`);
  return text;
}
