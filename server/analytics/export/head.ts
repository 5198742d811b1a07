import type { ReportMeta } from '#contract/analytics/report.ts';
import type { Scope } from '../../access/scope.ts';
import { textsNote } from '../../platform/tables/csv.ts';
import type { Notes } from '../../platform/tables/table.ts';
import type { ColumnDefinition } from './definitions.ts';
import type { RawQuery } from './exported-reports.ts';

export type FileExport = {
  title: string;
  scope: Scope;
  query: RawQuery;
  meta: ReportMeta;
  definitions: readonly ColumnDefinition[];
};

/** Parameters that another head line contains or that concern only the file. */
const shownElsewhere = new Set([
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
  'spent',
  'parents',
]);

/** The filters, grouping, sorting and limit of the query as it was sent. */
export const appliedFilters = (query: RawQuery): Record<string, string[]> =>
  Object.fromEntries(
    Object.entries(query)
      .filter(([name]) => !shownElsewhere.has(name))
      .map(([name, value]) => [
        name,
        name === 'parent' || name === 'cell' ? [value].flat() : listIn(value),
      ]),
  );

const listIn = (value: string | string[]): string[] =>
  [value].flat().flatMap((text) => text.split(','));

/** What a file tells about its figures. */
export const notesOf = (exporting: FileExport): Notes => linesAbout(exporting, (text) => text);

/** The same as lines above a header. */
export const headOf = (exporting: FileExport): Notes => [
  ...linesAbout(exporting, plain),
  textsNote,
];

function linesAbout(
  { title, scope, query, meta, definitions }: FileExport,
  shown: (text: string) => string,
): Notes {
  const { compare, excluded } = meta;
  const narrowed = Object.entries(appliedFilters(query)).map(
    ([name, values]) => `${name} = ${values.map(shown).join(' or ')}`,
  );
  const affids = scope.projects.flatMap((project) => project.affids ?? []);
  return [
    ['Report', title],
    ['Project', scope.projects.map(({ name }) => shown(name)).join(' and ') || 'none'],
    ['Affiliates', affids.length > 0 ? affids.map(shown).join(' ') : 'all'],
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
  ];
}

/** Names chosen by people must not end a cell or begin another: risky characters are written percent-encoded. */
const plain = (text: string): string =>
  text.replace(/[%,;|"'\t\r\n\p{Cc}\p{Surrogate}]/gu, (character) =>
    character === "'" ? '%27' : encoded(character),
  );

const encoded = (character: string): string =>
  /\p{Surrogate}/u.test(character) ? '%EF%BF%BD' : encodeURIComponent(character);
