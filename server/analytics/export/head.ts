import type { ReportMeta } from '#contract/analytics/report.ts';
import type { Scope } from '../../access/scope.ts';
import type { ColumnDefinition } from './definitions.ts';
import type { Written } from './reports.ts';

/** What a file says about itself before its figures: one line each. */
export type Head = readonly (readonly [name: string, text: string])[];

export type Exporting = {
  title: string;
  scope: Scope;
  query: Written;
  meta: ReportMeta;
  definitions: readonly ColumnDefinition[];
};

/** Said elsewhere in the head, or about nothing but the file. */
const said = new Set([
  'affiliate_id',
  'project_id',
  'start_date',
  'end_date',
  'timezone',
  'browser_conversions',
  'unique_conversions',
  'compare',
  'compare_start',
  'compare_end',
  'model',
  'lookback_days',
  'clock',
  'as_of',
]);

/** What was narrowed, grouped, sorted or limited, as it was asked. */
export const narrowedBy = (query: Written): Record<string, string[]> =>
  Object.fromEntries(
    Object.entries(query)
      .filter(([name]) => !said.has(name))
      .map(([name, value]) => [
        name,
        name === 'parent' || name === 'cell' ? [value].flat() : listIn(value),
      ]),
  );

const listIn = (value: string | string[]): string[] =>
  [value].flat().flatMap((text) => text.split(','));

export function headOf({ title, scope, query, meta, definitions }: Exporting): Head {
  const { compare, excluded } = meta;
  const narrowed = Object.entries(narrowedBy(query)).map(
    ([name, values]) => `${name} = ${values.map(plain).join(' or ')}`,
  );
  const affids = scope.projects.flatMap((project) => project.affids ?? []);
  return [
    ['Report', title],
    ['Project', scope.projects.map(({ name }) => plain(name)).join(' and ') || 'none'],
    ['Affiliates', affids.length > 0 ? affids.map(plain).join(' ') : 'all'],
    ['Days', `${meta.start_date} to ${meta.end_date}`],
    ['Time zone', meta.timezone],
    ['UTC window', `from ${meta.utc_from} up to but not including ${meta.utc_to}`],
    ['Asked for', narrowed.join(' | ') || 'everything'],
    [
      'Compared with',
      compare
        ? `${compare.mode}: from ${compare.utc_from} up to but not including ${compare.utc_to}`
        : 'nothing',
    ],
    ['Currency', meta.currency],
    ['Counted by', `${meta.side}${meta.unique ? ' with duplicates left out' : ' with duplicates'}`],
    ['Attribution', `${meta.model} within ${meta.lookback_days} days on the ${meta.clock} clock`],
    ['As of', meta.as_of],
    ['Complete through', meta.complete_through],
    [
      'Left out',
      Object.entries(excluded ?? {})
        .map(([reason, count]) => `${reason} ${count}`)
        .join(' | '),
    ],
    ['Definitions version', String(meta.definitions_version)],
    ...definitions.map(
      ({ name, title: called, description, formula }) =>
        [
          `Column ${name}`,
          [called, description, formula ? `Formula: ${formula}` : '']
            .filter((text) => text !== '')
            .map((text) => text.replace(/\.$/, ''))
            .join('. '),
        ] as const,
    ),
    [
      'Texts',
      'a text that begins with an apostrophe was given one: take one away to have it as it was',
    ],
  ];
}

/** Names and values that people chose cannot end a cell or begin another: what could is written as in an address. */
const plain = (text: string): string =>
  text.replace(/[%,;|"'\t\r\n\p{Cc}\p{Surrogate}]/gu, (character) =>
    character === "'" ? '%27' : encoded(character),
  );

const encoded = (character: string): string =>
  /\p{Surrogate}/u.test(character) ? '%EF%BF%BD' : encodeURIComponent(character);
