import { textMap } from '#contract/text-map.ts';
import type { Parameters } from '../../warehouse/parameters.ts';
import { costKey } from '../../warehouse/rows.ts';

/**
 * The model's rows as they were known at an instant: events by when they were ingested, conversions and costs by the
 * version that was valid then.
 */
export function asOfSql(sql: string, asOf: Date, parameters: Parameters): string {
  const instant = parameters.millisecond(asOf);
  const tables = textMap({
    events: `(SELECT *, left_out FROM events WHERE ingested_at <= ${instant})`,
    'conversions FINAL': `(SELECT * FROM (
      SELECT * FROM conversion_versions WHERE known_at <= ${instant}
      ORDER BY version DESC LIMIT 1 BY project_id, conversion_id, side) WHERE deleted = 0)`,
    'costs FINAL': `(SELECT * FROM cost_history WHERE known_at <= ${instant}
      ORDER BY version DESC LIMIT 1 BY project_id, ${costKey.join(', ')})`,
  });
  return sql.replaceAll(anyTable, (whole, word: string, table: string, next: string) => {
    const known = word === 'FROM' && /^[\s)]?$/.test(next) ? tables.get(table) : undefined;
    if (known === undefined) throw new Error(`“${whole}” cannot be read as it was known.`);
    return `FROM ${known}`;
  });
}

/** A table whose rows change, and the character behind it. */
const anyTable = /\b(FROM|JOIN)\s+((?:events|conversions|costs)\b(?: FINAL\b)?)(?=(.?))/gs;
