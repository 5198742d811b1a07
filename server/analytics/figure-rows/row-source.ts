import type { Parameters } from '../../warehouse/parameters.ts';
import { costKey } from '../../warehouse/rows.ts';
import { inWindows, scanLimitsOf } from '../compiler/compile.ts';
import type { Model } from '../compiler/model.ts';
import { conditionsOf } from '../compiler/predicates.ts';
import { estimated } from '../compiler/spread-arm.ts';
import { asOfSql } from '../rewriting/as-of.ts';
import { type Arm, armSql } from '../rewriting/union-arms.ts';
import type { ResolvedQuery } from '../runner/resolved-query.ts';

/** The event that counts as the conversion, by project. */
export type PrimaryEvents = ReadonlyMap<number, string>;

export type RowRequest = {
  model: Model;
  resolved: Pick<ResolvedQuery, 'filters' | 'window' | 'zones' | 'asOf' | 'timezone'>;
  primaryEvents: PrimaryEvents;
};

/** The SQL clauses for the rows of one arm; null leaves the arm out. */
export type ArmClauses = {
  columns: readonly string[];
  condition: string;
  /** SQL behind the conditions. */
  rest?: string;
};

/** The single rows of the model that a query reads: everything behind FROM. */
export function rowsOf(
  { model, resolved, primaryEvents }: RowRequest,
  parameters: Parameters,
  linesOf: (arm: Arm) => ArmClauses | null,
): string | null {
  const { cube } = model;
  const { filters, window, zones, asOf, timezone } = resolved;
  const reach = scanLimitsOf({ filters, window, zones }, parameters);
  const { where } = conditionsOf(model, filters, parameters, timezone);
  if (reach.windows.length > 0) where.unshift(inWindows(model, reach.windows));
  const selects = model.arms.flatMap((bare) => {
    const arm = identified(bare, primaryEvents, parameters);
    const lines = linesOf(arm);
    if (!lines) return [];
    const { columns, condition, rest = '' } = lines;
    const conditions = [...where, condition];
    const text = [...columns, ...conditions].join(' ');
    const rows = armSql(arm, { ...reach, cube, text, keys: [], conditions });
    return `SELECT ${columns.join(', ')} FROM (${rows}) AS ${cube}
WHERE ${conditions.join(' AND ')} ${rest}`;
  });
  if (selects.length === 0) return null;
  const sql = selects.join('\nUNION ALL ');
  return asOf ? asOfSql(sql, asOf, parameters) : sql;
}

/** An arm with a row id and with the kind a row has, or would have if it counted. */
function identified(arm: Arm, primaryEvents: PrimaryEvents, parameters: Parameters): Arm {
  const own = (name: string) => (arm.alias ? `${arm.alias}.${name}` : name);
  const { records } = arm;
  const shared = {
    touched: 'toUInt32(0)',
    credit: 'toDecimal128(1, 10)',
    events: 'toUInt32(1)',
  };
  const columns: Record<string, string> = records.has('conversion')
    ? {
        would: `if(${own('event_name')} = 'refund', 'refund', 'conversion')`,
        row_id: own('conversion_id'),
        known_by: `if(${own('order_id')} != '', ${own('order_id')}, ${own('event_id')})`,
        events: own('raw_count'),
        ...(arm.once && { touched: 'toUInt32(1)' }),
      }
    : records.has('cost')
      ? {
          would: "'cost'",
          // Joined as plain text, two different rows could look the same.
          row_id: hashOf('project_id', ...costKey),
          known_by: knownBy,
        }
      : records.has(estimated)
        ? {
            would: "'cost'",
            row_id: hashOf('project_id', ...costKey, 'part_name'),
            known_by: `concat(${knownBy}, if(spread_clicks = 0, ' (no click)',
              concat(' (', toString(spread_clicks), ' of ', toString(all_clicks), ' clicks)')))`,
          }
        : {
            would: records.has('click') ? "'click'" : wouldBe(primaryEvents, parameters),
            row_id: 'event_uid',
            known_by: 'click_id',
          };
  return {
    ...arm,
    columns: new Map([...Object.entries(shared), ...arm.columns, ...Object.entries(columns)]),
  };
}

const knownBy = "if(account = '', toString(platform), concat(platform, ' ', account))";

/** A fixed-length id for rows, however long their key is. */
export const hashOf = (...columns: string[]): string =>
  `lower(hex(sipHash128(${columns.join(', ')})))`;

/** Page views of bots are not counted as excluded conversions. */
function wouldBe(primaryEvents: PrimaryEvents, parameters: Parameters): string {
  const projects = parameters.add('Array(UInt32)', [...primaryEvents.keys()]);
  const names = parameters.add('Array(String)', [...primaryEvents.values()]);
  return `multiIf(event_name IN ('click', 'refund'), toString(event_name),
    event_name = arrayElement(${names}, indexOf(${projects}, project_id)), 'conversion', '')`;
}
