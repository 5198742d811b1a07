import { z } from 'zod';
import { addsUp } from '#contract/analytics/attribution.ts';
import { roundDecimal } from '#contract/decimal.ts';
import { answered } from '#tests/support/reference/cube.ts';
import {
  differences,
  hasFigures,
  unorderedDifferences,
} from '#tests/support/reference/difference.ts';
import { measure } from '#tests/support/reference/measures.ts';
import { asNumber } from '#tests/support/reference/money.ts';
import type { ReportRequest } from '#tests/support/reference/reports.ts';
import * as reference from '#tests/support/reference/reports.ts';
import type { Row } from '#tests/support/reference/rows.ts';
import {
  cubeQuestion,
  customDays,
  type Question,
  requestTime,
  selected,
} from './random-queries.ts';

/** Compares one answer with the reference. */
export type Comparison = { differences: string[]; isEmpty: boolean };

const places = { count: 2, currency: 2, ratio: 8 };

export const cubeAnswer = z.object({ data: z.array(z.record(z.string(), z.string().nullable())) });

export function compareCube(question: Question, body: unknown, rows: readonly Row[]): Comparison {
  const { measures, dimensions, grain, ordered } = question.cube;
  const keyNames = [...dimensions, ...(grain ? [`hour.${grain}`] : [])];
  const { data } = cubeAnswer.parse(body);
  const found = data.map((row) => ({
    ...Object.fromEntries(keyNames.map((name) => [name, row[`pixel_summary.${name}`]])),
    ...Object.fromEntries(
      measures.map((name) => {
        const text = row[`pixel_summary.${name}`];
        return [name, text ? roundDecimal(text, places[measure(name).unit]) : (text ?? null)];
      }),
    ),
  }));
  const groups = answered(selected(question.selection, rows), cubeQuestion(question));
  const expected = groups.map(({ key, figures }) => ({
    ...Object.fromEntries(keyNames.map((name, index) => [name, key[index]])),
    ...Object.fromEntries(
      measures.map((name) => [
        name,
        asNumber(figures.get(name) ?? null, places[measure(name).unit]),
      ]),
    ),
  }));
  const isEmpty = !expected.some(hasFigures);
  if (!ordered) {
    return {
      isEmpty,
      differences: unorderedDifferences(found, expected, [...keyNames, ...measures]),
    };
  }
  const orderedBy = (row: Record<string, unknown>) => Number(row[ordered.measure] ?? 0);
  const sign = ordered.direction === 'asc' ? 1 : -1;
  const inOrder = expected
    .filter(hasFigures)
    .map(orderedBy)
    .sort((a, b) => sign * (a - b));
  const cut = found.filter(hasFigures).map(orderedBy);
  const limit = ordered.limit ?? inOrder.length;
  const filled = (values: number[]) =>
    ordered.limit === null ? values : values.filter((value) => value !== 0);
  return {
    isEmpty,
    differences: [
      ...differences(filled(cut), filled(inOrder).slice(0, limit), 'order'),
      ...(ordered.limit === null
        ? unorderedDifferences(found, expected, [...keyNames, ...measures])
        : unorderedDifferences(
            found,
            expected.filter((row) =>
              found.some((one) => keyNames.every((name) => one[name] === row[name])),
            ),
            [...keyNames, ...measures],
          )),
    ],
  };
}

export const restAnswer = z.object({
  data: z.unknown(),
  meta: z.object({ excluded: z.unknown() }),
});

const knownByCost: readonly string[] = ['campaign_id', 'adset_id', 'ad_id'];

function askedOf({ selection, rest }: Question, rows: readonly Row[]): ReportRequest {
  return {
    rows: selected(selection, rows),
    days: selection.days,
    zone: selection.zone,
    side: rest.side,
    unique: rest.unique,
    compare: rest.compare === 'custom' ? customDays : rest.compare,
    hidesCost: selection.filters.some(({ member }) => !knownByCost.includes(member)),
    now: requestTime,
  };
}

export function compareRest(question: Question, body: unknown, rows: readonly Row[]): Comparison {
  const { data, meta } = restAnswer.parse(body);
  const request = askedOf(question, rows);
  const verdict = reportVerdict(question, data, request);
  return {
    ...verdict,
    differences: [
      ...verdict.differences,
      ...differences(meta.excluded, reference.excluded(request), 'excluded'),
    ],
  };
}

function reportVerdict(
  { selection, rest }: Question,
  data: unknown,
  request: ReportRequest,
): Comparison {
  const exactly = (expected: object): Comparison => ({
    isEmpty: !hasFigures(expected),
    differences: differences(data, expected),
  });
  const inAnyOrder = (expected: readonly object[], names: readonly string[]): Comparison => {
    const ids = ['affiliate_id', 'project'];
    return {
      isEmpty: !hasFigures(expected),
      differences: unorderedDifferences(without(data, ids), expected, names),
    };
  };
  switch (rest.report) {
    case 'rc-data':
      return exactly(reference.rcData(request));
    case 'cc-data':
      return exactly(reference.ccData(request));
    case 'rc-chart-data':
      return exactly(reference.rcChartData(request));
    case 'clicks':
      return exactly(reference.clicks(request));
    case 'bq-data':
      return inAnyOrder(reference.bqData(request), ['hour', 'affid']);
    case 'country-breakdown':
      return inAnyOrder(reference.countryBreakdown(request), ['country']);
    case 'states-breakdown':
      return inAnyOrder(reference.statesBreakdown(request), ['country', 'state']);
    case 'revenue-date-range':
      return exactly(reference.revenueDateRange(request));
    case 'revenue-last-year':
      return exactly(reference.revenueLastYear(request));
    case 'rc-payment-data': {
      const { project, person, affids } = selection;
      const seen = project.affiliates.map(({ affid }) => affid);
      const own = affids ?? (person === 'owner' ? seen : seen.slice(0, 2));
      return inAnyOrder(reference.rcPaymentData(request, own, project.payouts), ['affid']);
    }
    case 'rc-table-data':
      return tableVerdict(data, rest, reference.table(request, rest.groupBy));
  }
}

const without = (rows: unknown, names: readonly string[]): unknown =>
  Array.isArray(rows)
    ? rows.map((row: object) =>
        Object.fromEntries(Object.entries(row).filter(([name]) => !names.includes(name))),
      )
    : rows;

const tableAnswer = z.object({
  rows: z.array(z.looseObject({ key: z.string().nullable() })),
  unattributed: z.record(z.string(), z.number()),
  other: z.record(z.string(), z.number()),
  total: z.record(z.string(), z.number()),
});

function tableVerdict(
  data: unknown,
  rest: Question['rest'],
  expected: reference.Table,
): Comparison {
  const found = tableAnswer.parse(data);
  const keys = found.rows.map(({ key }) => key);
  const eligible = expected.rows.filter(
    (row) => Number(row.server_revenue) >= Number(rest.minRevenue) && hasFigures(row),
  );
  const filled = found.rows.filter(hasFigures).length;
  const count = Math.min(rest.limit, eligible.length);
  return {
    isEmpty: !hasFigures([expected.rows, expected.total]),
    differences: [
      ...(filled === count || found.rows.length === rest.limit
        ? []
        : [`${filled} rows instead of ${count}`]),
      ...unorderedDifferences(
        found.rows,
        eligible.filter(({ key }) => keys.includes(key)),
        ['key'],
      ),
      ...differences(found.unattributed, expected.unattributed, 'unattributed'),
      ...restFaults(found, expected.other(keys), rest),
      ...differences(found.total, expected.total, 'total'),
      ...orderFaults(found.rows, rest),
      ...leftFaults(found.rows, eligible, rest),
    ],
  };
}

/** Shown columns add up: the rounding of single rows is in the row of the others. */
function restFaults(
  { rows, unattributed, other, total }: z.infer<typeof tableAnswer>,
  expected: Record<string, number | null>,
  { model }: Question['rest'],
): string[] {
  const cents = (value: unknown) => Math.round(Number(value) * 100);
  return Object.entries(expected).flatMap(([name, exact]) => {
    const parts = [...rows, unattributed, other].map((part) => cents(part[name]));
    const sum = parts.reduce((left, part) => left + part, 0);
    const lost = Math.abs(cents(other[name]) - cents(exact));
    return [
      ...(sum === cents(total[name]) || !addsUp(model) ? [] : [`${name} adds up to ${sum / 100}`]),
      ...(lost <= rows.length / 2 + 1 ? [] : [`other.${name}: ${other[name]} instead of ${exact}`]),
    ];
  });
}

type TableRow = { key: string | null } & Record<string, unknown>;

const isNumber = (value: unknown): value is number => typeof value === 'number';

function orderFaults(rows: readonly TableRow[], { sort, order }: Question['rest']): string[] {
  const values = rows.map((row) => row[sort]).filter(isNumber);
  const sorted = [...values].sort((a, b) => (order === 'asc' ? a - b : b - a));
  return differences(values, sorted, `order by ${sort}`);
}

/** No excluded row may come before a shown one. */
function leftFaults(
  rows: readonly TableRow[],
  eligible: readonly TableRow[],
  { sort, order }: Question['rest'],
): string[] {
  const shown = rows.map((row) => row[sort]).filter(isNumber);
  const last = shown.at(-1);
  if (last === undefined) return [];
  return eligible
    .filter(({ key }) => !rows.some((row) => row.key === key))
    .filter((row) => {
      const value = row[sort];
      return isNumber(value) && (order === 'asc' ? value < last : value > last);
    })
    .map((row) => `${row.key} was left out by ${sort}`);
}
