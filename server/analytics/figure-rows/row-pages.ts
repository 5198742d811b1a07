import { Parameters } from '../../warehouse/parameters.ts';
import type { Measure } from '../compiler/model.ts';
import {
  added,
  amountOf,
  anyOf,
  canContribute,
  type Term,
  termsOf,
} from '../rewriting/row-terms.ts';
import type { Select } from '../runner/query-runner.ts';
import type { PagePosition } from './cursor.ts';
import { hashOf, type RowRequest, rowsOf } from './row-source.ts';

const texts = ['kind', 'id', 'side', 'label', 'affid', 'campaign_id', 'country', 'key'] as const;
const figures = ['project_id', 'time', 'credit', 'events', 'amount'] as const;
export const rowFieldNames = [...texts, ...figures] as const;
export type RowList = Record<(typeof rowFieldNames)[number], string>;

export type Page = { after: PagePosition | null; limit: number };

/** The rows that a measure reads, newest first, from the start or after another page. */
export async function readRows(
  measure: Measure,
  request: RowRequest,
  { after, limit }: Page,
  select: Select,
): Promise<RowList[]> {
  const parameters = new Parameters();
  const source = sourceOf(measure, request, parameters);
  if (source === null) return [];
  const columns = rowFieldNames.map(asText);
  const sql = `SELECT ${columns.join(', ')} FROM (${source})
${after ? `WHERE ${isAfter(after, parameters)}` : ''}
ORDER BY time DESC, key DESC
LIMIT ${parameters.add('UInt64', limit)}`;
  const rows = await select({ sql, parameters: parameters.values });
  return rows.map(rowListOf);
}

export const asText = (name: (typeof rowFieldNames)[number]): string =>
  figures.some((one) => one === name) ? `toString(${name})` : name;

export const rowListOf = (cells: readonly (string | null)[]): RowList =>
  Object.fromEntries(rowFieldNames.map((name, index) => [name, cells[index] ?? ''])) as RowList;

/** The sum and the number of all rows. */
export async function sumOf(
  measure: Measure,
  request: RowRequest,
  select: Select,
): Promise<{ sum: string; rows: number }> {
  const parameters = new Parameters();
  const source = sourceOf(measure, request, parameters);
  if (source === null) return { sum: '0', rows: 0 };
  const sql = `SELECT toString(round(sum(amount), 10)), toString(count()) FROM (${source})`;
  const [[sum, rows] = []] = await select({ sql, parameters: parameters.values });
  return { sum: sum ?? '0', rows: Number(rows ?? 0) };
}

export function isAfter({ time, key }: PagePosition, parameters: Parameters): string {
  const at = parameters.add('Int64', time);
  return `(time < ${at} OR (time = ${at} AND key < ${parameters.add('String', key)}))`;
}

function sourceOf(measure: Measure, request: RowRequest, parameters: Parameters): string | null {
  const { cube } = request.model;
  const terms = termsOf(measure);
  const isPeople = terms.some((term) => term.isPeople);
  const rows = rowsOf(request, parameters, (arm) => {
    const records = measure.records ?? arm.records;
    const answered = terms.filter((term) => canContribute(term, arm, { cube, records }));
    if (answered.length === 0) return null;
    const amount = isPeople ? 'toDecimal128(1, 10)' : amountOf(measure, terms, weighing(answered));
    const counted = measure.meta.unit === 'count' && !isPeople ? ` AND (${amount}) != 0` : '';
    return {
      columns: [
        `if(${cube}.record = 'adjustment', 'correction', toString(${cube}.would)) AS kind`,
        `${cube}.row_id AS id`,
        `toString(${cube}.side) AS side`,
        `toString(${cube}.known_by) AS label`,
        `toString(${cube}.affid) AS affid`,
        `toString(${cube}.campaign_id) AS campaign_id`,
        `toString(${cube}.country) AS country`,
        `toUInt32(${cube}.project_id) AS project_id`,
        `concat(${hashOf('project_id', 'kind', 'id', 'side')}, ' ', leftPad(toString(${cube}.touched), 6, '0')) AS key`,
        `toInt64(toUnixTimestamp64Milli(${cube}.event_time)) AS time`,
        `toDecimal128(${cube}.credit, 10) AS credit`,
        `toUInt64(${cube}.events) AS events`,
        `${amount} AS amount`,
        ...(isPeople ? [`${cube}.person AS person`] : []),
      ],
      condition: `${anyOf(answered.map(({ condition }) => condition))}${counted}`,
    };
  });
  if (rows === null || !isPeople) return rows;
  const last = (name: string) => `argMax(${name}, (row_time, row_key))`;
  return `SELECT 'person' AS kind, toString(person) AS id, '' AS side,
  ${['label', 'affid', 'campaign_id', 'country'].map((name) => `${last(name)} AS ${name}`).join(', ')},
  ${hashOf('id')} AS key, any(project_id) AS project_id, max(row_time) AS time,
  toDecimal128(1, 10) AS credit, count() AS events, toDecimal128(1, 10) AS amount
FROM (SELECT * EXCEPT (kind, id, side, key, time, credit, events, amount), time AS row_time, key AS row_key FROM (${rows}))
GROUP BY person`;
}

const weighing = (answered: readonly Term[]) => (term: Term) =>
  answered.includes(term) ? added(term.addend, term.condition) : null;
