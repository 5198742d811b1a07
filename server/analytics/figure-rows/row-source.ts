import { asKnownAt } from '../compiler/as-of.ts';
import { inWindows, reachOf } from '../compiler/compile.ts';
import type { Model } from '../compiler/model.ts';
import type { Parameters } from '../compiler/parameters.ts';
import { conditionsOf } from '../compiler/predicates.ts';
import { type Arm, armSql } from '../compiler/union-arms.ts';
import type { Inquiry } from '../runner/report-inquiry.ts';

/** The event that is a conversion, by project. */
export type Primaries = ReadonlyMap<number, string>;

export type Asked = {
  model: Model;
  inquiry: Pick<Inquiry, 'filters' | 'window' | 'asOf'>;
  primaries: Primaries;
};

/** What is written for the rows of one part of the model; null leaves the part out. */
export type Lines = {
  columns: readonly string[];
  condition: string;
  /** Behind the conditions. */
  rest?: string;
};

/** The single rows of the model that a question is about: everything behind FROM. */
export function rowsOf(
  { model, inquiry, primaries }: Asked,
  parameters: Parameters,
  linesOf: (arm: Arm) => Lines | null,
): string | null {
  const { cube } = model;
  const { filters, window, asOf } = inquiry;
  const reach = reachOf({ filters, window }, parameters);
  const { where } = conditionsOf(model, filters, parameters);
  if (reach.windows.length > 0) where.unshift(inWindows(model, reach.windows));
  const selects = model.arms.flatMap((bare) => {
    const arm = identified(bare, primaries, parameters);
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
  return asOf ? asKnownAt(sql, asOf, parameters) : sql;
}

/** A part with what tells its rows apart, and with what a row is or would be if it counted. */
function identified(arm: Arm, primaries: Primaries, parameters: Parameters): Arm {
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
          // Joined as text two of them could read alike.
          row_id: hashOf('date', 'account', 'platform', 'campaign_id', 'adset_id', 'ad_id'),
          known_by: "if(account = '', toString(platform), concat(platform, ' ', account))",
        }
      : {
          would: records.has('click') ? "'click'" : wouldBe(primaries, parameters),
          row_id: 'event_uid',
          known_by: 'click_id',
        };
  return {
    ...arm,
    columns: new Map([...Object.entries(shared), ...arm.columns, ...Object.entries(columns)]),
  };
}

/** Of a fixed length, however long what it tells apart is. */
export const hashOf = (...columns: string[]): string =>
  `lower(hex(sipHash128(${columns.join(', ')})))`;

/** Page views of bots are no conversions that were left out. */
function wouldBe(primaries: Primaries, parameters: Parameters): string {
  const projects = parameters.add('Array(UInt32)', [...primaries.keys()]);
  const names = parameters.add('Array(String)', [...primaries.values()]);
  return `multiIf(event_name IN ('click', 'refund'), toString(event_name),
    event_name = arrayElement(${names}, indexOf(${projects}, project_id)), 'conversion', '')`;
}
