import { costDimensions } from '#contract/analytics/dimensions.ts';
import { textMap } from '#contract/text-map.ts';
import type { Parameters } from '../../warehouse/parameters.ts';

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
      ORDER BY version DESC LIMIT 1 BY project_id, date, account, platform, ${costDimensions.join(', ')})`,
  });
  return sql.replaceAll(
    /\bFROM (events|conversions FINAL|costs FINAL)(?=[\s)]|$)/g,
    (whole, table: string) => (tables.get(table) ? `FROM ${tables.get(table)}` : whole),
  );
}
