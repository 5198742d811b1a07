import fc from 'fast-check';
import {
  type Clock,
  clocks,
  defaultAttribution,
  type Model,
  models,
} from '#contract/analytics/attribution.ts';
import { groupings, originFilters } from '#contract/analytics/dimensions.ts';
import { comparisons, tableSorts } from '#contract/analytics/report-query.ts';
import {
  type Days,
  dayAfter,
  dayOf,
  type Grain,
  spanOf,
} from '#tests/support/reference/calendar.ts';
import {
  type CubeQuestion,
  type MeasureTest,
  type MemberName,
  memberNames,
  memberOf,
  type RowTest,
  type Test,
} from '#tests/support/reference/cube.ts';
import { measures } from '#tests/support/reference/measures.ts';
import type { Row } from '#tests/support/reference/rows.ts';
import { now } from './random-projects.ts';
import type { SeededProject } from './seeded-product.ts';

const zones = [
  'America/New_York',
  'Europe/Berlin',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'UTC',
  'America/St_Johns',
  'US/Central',
];
export const reports = [
  'rc-data',
  'rc-chart-data',
  'cc-data',
  'clicks',
  'rc-table-data',
  'bq-data',
  'country-breakdown',
  'states-breakdown',
  'revenue-date-range',
  'revenue-last-year',
  'rc-payment-data',
] as const;

/** A query and its reader; the same for REST and Cube. */
export type Selection = {
  person: 'owner' | 'partner';
  project: SeededProject;
  /** An empty list means all that the reader may see. */
  affids: string[] | null;
  days: Days;
  zone: string;
  filters: { member: MemberName; values: string[]; isExcluding: boolean }[];
};

export type RestQuestion = {
  report: (typeof reports)[number];
  side: 'server' | 'browser';
  unique: boolean;
  compare: (typeof comparisons)[number];
  groupBy: (typeof groupings)[number];
  minRevenue: string;
  sort: (typeof tableSorts)[number];
  order: 'asc' | 'desc';
  limit: number;
  model: Model;
  lookbackDays: number;
  clock: Clock;
};

export type Ordered = { measure: string; direction: 'asc' | 'desc'; limit: number | null };
export type CubeRequest = Omit<CubeQuestion, 'span' | 'zone'> & { ordered: Ordered | null };

export type Question = { selection: Selection; rest: RestQuestion; cube: CubeRequest };

const everyMeasure = Object.keys(measures);
const custom: Days = { start: '2026-10-20', end: '2026-10-30' };
export const customDays = custom;

export const lookbacks = [3, 30, 90];

const filterable: readonly MemberName[] = [...originFilters, 'country', 'offer_id'];

/** A comma separates values on the wire, and a leading dash excludes one. */
const isPlain = (value: string | null): value is string =>
  value !== null && value !== '' && !value.includes(',') && !value.startsWith('-');

/** Affiliates are named by their full code; an unknown code is refused. */
const choices = fc.record({
  anchor: fc.nat(),
  other: fc.nat(),
  wanted: fc.constantFrom<Row['record'] | null>(
    ...([
      'conversion',
      'conversion',
      'conversion',
      'click',
      'click',
      'refund',
      'cost',
      'excluded',
    ] as const),
    null,
  ),
  asPartner: fc.constantFrom(true, ...Array<false>(9).fill(false)),
  length: fc.constantFrom(1, 1, 1, 2, 7, 7, 14, 30, 30, 62),
  offset: fc.nat(),
  zone: fc.constantFrom(...zones),
  affiliates: fc.constantFrom('all', 'all', 'all', 'one', 'two'),
  filters: fc.array(
    fc.record({
      member: fc.constantFrom(...filterable),
      isExcluding: fc.boolean(),
      isWide: fc.boolean(),
    }),
    { maxLength: 2 },
  ),
  side: fc.constantFrom('server' as const, 'browser' as const),
  unique: fc.boolean(),
  compare: fc.constantFrom(...comparisons),
  minRevenue: fc.constantFrom('0', '0', '0.01', '150'),
  sort: fc.constantFrom(...tableSorts),
  order: fc.constantFrom('asc' as const, 'desc' as const),
  limit: fc.constantFrom(1, 3, 500, 500),
  model: fc.constantFrom(...models, defaultAttribution.model),
  lookbackDays: fc.constantFrom(...lookbacks),
  clock: fc.constantFrom(...clocks, defaultAttribution.clock),
  isUsual: fc.boolean(),
  measures: fc.uniqueArray(fc.constantFrom(...everyMeasure), { minLength: 1, maxLength: 6 }),
  dimensions: fc.uniqueArray(fc.constantFrom(...memberNames), { maxLength: 2 }),
  isPlainTotal: fc.boolean(),
  grain: fc.constantFrom<Grain | null>(null, null, 'hour', 'day', 'week', 'month'),
  cubeFilter: fc.constantFrom('none', 'none', 'set', 'notSet', 'contains', 'notContains', 'or'),
  cubeMember: fc.constantFrom(...memberNames.filter((name) => name !== 'affid')),
  having: fc.constantFrom<MeasureTest | null>(
    null,
    null,
    null,
    { measure: 'server_revenue', operator: 'gt', value: '0' },
    { measure: 'clicks', operator: 'gte', value: '2' },
    { measure: 'browser_aov', operator: 'lt', value: '150.5' },
    { measure: 'server_purchases', operator: 'lte', value: '3' },
  ),
  ordered: fc.constantFrom<Ordered | null>(
    null,
    null,
    { measure: 'server_revenue', direction: 'desc', limit: 3 },
    { measure: 'clicks', direction: 'asc', limit: null },
    { measure: 'union_revenue', direction: 'desc', limit: null },
  ),
});
type Choices = typeof choices extends fc.Arbitrary<infer Value> ? Value : never;

const at = <Item>(items: readonly Item[], index: number): Item => {
  const item = items[index % items.length];
  if (item === undefined) throw new Error('Nothing to choose from.');
  return item;
};

/**
 * So many random queries, the same for the same seed. Each is about one row of the seeded data, so that most have
 * results; every report, grouping, measure and dimension has its turn.
 */
export function parseCubeQuery(
  seed: number,
  count: number,
  projects: readonly SeededProject[],
  rows: readonly Row[],
): Question[] {
  return fc
    .sample(choices, { seed, numRuns: count })
    .map((chosen, index) => questionOf(chosen, index, projects, rows));
}

function questionOf(
  chosen: Choices,
  index: number,
  projects: readonly SeededProject[],
  rows: readonly Row[],
): Question {
  const isPartner = chosen.asPartner;
  const project = isPartner ? at(projects, 0) : at(projects, index % 3 === 0 ? 1 : 0);
  const seen = project.affiliates.map(({ affid }) => affid);
  const own = isPartner ? seen.slice(0, 2) : null;
  const visible = rows.filter(
    (row) =>
      row.record !== 'estimated_cost' &&
      row.project === project.id &&
      (own?.includes(row.affid) ?? true),
  );
  const wanted = visible.filter(({ record }) => chosen.wanted === null || record === chosen.wanted);
  const anchor = at(wanted.length > 0 ? wanted : visible, chosen.anchor * 7919);
  const other = at(visible, chosen.other * 104_729);

  const filters = chosen.filters.flatMap(({ member, isExcluding, isWide }) => {
    const valueIn = (row: Row) => memberOf(row, member, chosen.zone);
    const [own, otherUser] = [valueIn(anchor), valueIn(other)];
    const values = isExcluding
      ? [otherUser].filter((value) => value !== own)
      : isWide
        ? [own, otherUser]
        : [own];
    const plain = [...new Set(values.filter(isPlain))];
    const isAnchored = isExcluding || plain.includes(own ?? '');
    return plain.length > 0 && isAnchored ? [{ member, values: plain, isExcluding }] : [];
  });
  const listed = [anchor.affid, ...(chosen.affiliates === 'two' ? [other.affid] : [])];
  const known = [...new Set(listed)].filter((affid) => (own ?? seen).includes(affid));
  const affids = chosen.affiliates !== 'all' && known.includes(anchor.affid) ? known : null;

  const { zone } = chosen;
  const start = dayAfter(dayOf(anchor.time, zone), -(chosen.offset % chosen.length));
  const selection: Selection = {
    person: isPartner ? 'partner' : 'owner',
    project,
    affids,
    days: { start, end: dayAfter(start, chosen.length - 1) },
    zone,
    filters: filters.filter(
      ({ member }, place) => filters.findIndex((one) => one.member === member) === place,
    ),
  };
  const rest: RestQuestion = {
    report: at(reports, index),
    side: chosen.side,
    unique: chosen.unique,
    compare: chosen.compare,
    groupBy: at(groupings, Math.floor(index / reports.length)),
    minRevenue: chosen.minRevenue,
    sort: chosen.sort,
    order: chosen.order,
    limit: chosen.limit,
    model: chosen.isUsual ? defaultAttribution.model : chosen.model,
    lookbackDays: chosen.isUsual ? defaultAttribution.lookbackDays : chosen.lookbackDays,
    clock: chosen.isUsual ? defaultAttribution.clock : chosen.clock,
  };
  const turn = [at(everyMeasure, index), ...chosen.measures].filter(
    (name, place, all) => all.indexOf(name) === place,
  );
  const dimensions = chosen.isPlainTotal
    ? []
    : [...new Set([at(memberNames, index), ...chosen.dimensions])];
  const ordered = dimensions.length > 0 ? chosen.ordered : null;
  const cube: CubeRequest = {
    measures: [...new Set(ordered ? [...turn, ordered.measure] : turn)],
    dimensions,
    tests: cubeTests(chosen, anchor, other),
    having: chosen.having && dimensions.length > 0 ? [chosen.having] : [],
    grain: chosen.grain,
    ordered,
  };
  return { selection, rest, cube };
}

const numbers = new Set<MemberName>(['project_id', 'attributed', 'weekday', 'hour_of_day']);

function cubeTests(
  { cubeFilter, cubeMember: member, zone }: Choices,
  anchor: Row,
  other: Row,
): Test[] {
  const own = memberOf(anchor, member, zone);
  const otherUser = memberOf(other, member, zone);
  const isText = !numbers.has(member);
  if (cubeFilter === 'set' || cubeFilter === 'notSet') {
    return [{ member, operator: own === null ? 'notSet' : 'set', values: [] }];
  }
  if (cubeFilter === 'contains' && own !== null && isText) {
    return [{ member, operator: 'contains', values: [own.slice(1, 4).toUpperCase() || own] }];
  }
  if (cubeFilter === 'notContains' && otherUser !== null && otherUser !== own && isText) {
    return [{ member, operator: 'notContains', values: [otherUser] }];
  }
  if (cubeFilter === 'or' && own !== null && otherUser !== null && isText) {
    const equals = (value: string): RowTest => ({ member, operator: 'equals', values: [value] });
    const isClick: RowTest = { member: 'record', operator: 'equals', values: ['click'] };
    return [{ or: [equals(own), { and: [equals(otherUser), isClick] }] }];
  }
  return [];
}

/** The rows of a selection, at any time. */
export function selected(
  { person, project, affids, filters, zone }: Selection,
  rows: readonly Row[],
): Row[] {
  const own = project.affiliates.slice(0, 2).map(({ affid }) => affid);
  return rows.filter(
    (row) =>
      row.project === project.id &&
      (person === 'owner' || own.includes(row.affid)) &&
      (affids?.includes(row.affid) ?? true) &&
      filters.every(
        ({ member, values, isExcluding }) =>
          values.includes(memberOf(row, member, zone) ?? '') !== isExcluding,
      ),
  );
}

const restNames: Partial<Record<MemberName, string>> = {
  country: 'countries',
  offer_id: 'offer_ids',
};

export function restUrl({ selection, rest }: Pick<Question, 'selection' | 'rest'>): string {
  const { project, affids, days, zone, filters } = selection;
  const ids = affids?.map((affid) => project.affiliates.find((one) => one.affid === affid)?.id);
  const query = new URLSearchParams({
    affiliate_id: ids?.join(',') ?? 'all',
    project_id: `${project.id}`,
    start_date: days.start,
    end_date: days.end,
    timezone: zone,
    browser_conversions: rest.side === 'browser' ? '1' : '0',
    unique_conversions: rest.unique ? '1' : '0',
    compare: rest.compare,
  });
  if (rest.model !== defaultAttribution.model) query.set('model', rest.model);
  if (rest.lookbackDays !== defaultAttribution.lookbackDays) {
    query.set('lookback_days', `${rest.lookbackDays}`);
  }
  if (rest.clock !== defaultAttribution.clock) query.set('clock', rest.clock);
  if (rest.compare === 'custom') {
    query.set('compare_start', custom.start);
    query.set('compare_end', custom.end);
  }
  for (const { member, values, isExcluding } of filters) {
    const list = values.map((value) => `${isExcluding ? '-' : ''}${value}`).join(',');
    query.set(restNames[member] ?? member, list);
  }
  if (rest.report === 'rc-table-data') {
    query.set('group_by', rest.groupBy);
    query.set('min_revenue', rest.minRevenue);
    query.set('sort', rest.sort);
    query.set('order', rest.order);
    query.set('limit', `${rest.limit}`);
  }
  return `/api/v1/${rest.report}/?${query}`;
}

const named = (name: string) => `pixel_summary.${name}`;

function written(test: Test): object {
  if ('and' in test) return { and: test.and.map(written) };
  if ('or' in test) return { or: test.or.map(written) };
  const { member, operator, values } = test;
  return values.length > 0
    ? { member: named(member), operator, values }
    : { member: named(member), operator };
}

export function cubeUrl({ selection, cube }: Pick<Question, 'selection' | 'cube'>): string {
  const { project, affids, days, zone, filters } = selection;
  const { measures: requests, dimensions, tests, having, grain, ordered } = cube;
  const conditions: Test[] = [
    { member: 'project_id', operator: 'equals', values: [`${project.id}`] },
    ...(affids ? [{ member: 'affid', operator: 'equals', values: affids } as const] : []),
    ...filters.map(
      ({ member, values, isExcluding }): RowTest => ({
        member,
        operator: isExcluding ? 'notEquals' : 'equals',
        values,
      }),
    ),
    ...tests,
  ];
  const query = {
    measures: requests.map(named),
    dimensions: dimensions.map(named),
    timeDimensions: [
      {
        dimension: named('hour'),
        dateRange: [days.start, days.end],
        ...(grain ? { granularity: grain } : {}),
      },
    ],
    filters: [
      ...conditions.map(written),
      ...having.map(({ measure, operator, value }) => ({
        member: named(measure),
        operator,
        values: [value],
      })),
    ],
    timezone: zone,
    ...(ordered ? { order: { [named(ordered.measure)]: ordered.direction } } : {}),
    ...(ordered?.limit ? { limit: ordered.limit } : {}),
  };
  return `/cubejs-api/v1/load?query=${encodeURIComponent(JSON.stringify(query))}`;
}

export const cubeQuestion = ({ selection, cube }: Question): CubeQuestion => ({
  ...cube,
  span: spanOf(selection.days, selection.zone),
  zone: selection.zone,
});

export const requestTime = now.getTime();
