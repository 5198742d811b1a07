import {
  costDimensions,
  descriptionOf,
  dimensionOf,
  type Grouping,
  groupings,
  noneOf,
  type StoredDimension,
  storedDimensions,
} from '#contract/analytics/dimensions.ts';
import { textMap } from '#contract/text-map.ts';

/**
 * The text of the model with the dimensions of the registry: their columns in each arm and their members. All else is
 * written by hand in the file. `npm run model` writes the file anew.
 */
export const withDimensions = (text: string): string =>
  text
    .replaceAll(columnsOfArm, (_, before: string, after: string, table: string) =>
      [before, wrapped(storedDimensions.map((name) => columnIn(table, name))), after, table].join(
        '',
      ),
    )
    .replace(members, (_, before: string, after: string) =>
      [before, ...groupings.flatMap(memberOf).map((line) => `${line}\n`), after].join(''),
    );

const columnsOfArm =
  /(\/\* dimensions \*\/\n).*?(\n {8}\/\* until here \*\/.*?\n {6}FROM )(\w+|\()/gs;
const members = /(\n {6}# dimensions\n).*?( {6}# until here\n)/s;

/** The value of a spread cost: one without a click has the text for no value. */
export function orNone(name: StoredDimension, value: string): string {
  const none = noneOf(name);
  return none ? `if(${value} = '', toLowCardinality('${none}'), ${value})` : value;
}

/** Costs carry few dimensions; the others have their text for no value. */
function columnIn(table: string, name: StoredDimension): string {
  if (table === '(') {
    const value = orNone(name, name);
    return value === name ? name : `${value} AS ${name}`;
  }
  if (table !== 'costs') return name;
  const isCarried = costDimensions.some((one) => one === name);
  return `toLowCardinality(${isCarried ? name : `'${noneOf(name)}'`}) AS ${name}`;
}

const widest = 112;

function wrapped(columns: readonly string[]): string {
  const lines = [''];
  for (const column of columns) {
    const line = lines.at(-1) ?? '';
    if (line !== '' && line.length + column.length > widest) lines.push(`${column},`);
    else lines[lines.length - 1] = line === '' ? `${column},` : `${line} ${column},`;
  }
  return lines.map((line) => `        ${line}`).join('\n');
}

const localTime = "{SQL_UTILS.convertTz('pixel_summary.event_time')}";

/**
 * Hours and days that have a date are buckets of the member `hour`. Costs are of a day and have no hour. The weekday is
 * that of a date: of a time, ClickHouse skips rows by the week in UTC, whatever the zone.
 */
const ofTime = textMap({
  clock: `if({CUBE}.has_hour = 1, toHour(${localTime}), NULL)`,
  day: `toDayOfWeek(toDate(${localTime}))`,
});

function memberOf(name: Grouping): string[] {
  const { label, from, none, names, type = 'string' } = dimensionOf(name);
  const stored = `{CUBE}.${name}`;
  const sql = from === 'time' ? ofTime.get(names ?? '') : none ? stored : `nullIf(${stored}, '')`;
  if (sql === undefined) return [];
  return [
    `      - name: ${name}`,
    `        title: ${label}`,
    `        description: ${JSON.stringify(descriptionOf(name))}`,
    `        sql: ${JSON.stringify(sql)}`,
    `        type: ${type}`,
  ];
}
