import type { Definition } from '#contract/funnels/definition.ts';
import type { TimeToConvert } from '#contract/funnels/report.ts';
import { invalid } from '../../platform/refusal.ts';
import { Parameters } from '../../warehouse/parameters.ts';
import { attemptsSql } from '../query/attempts-sql.ts';
import { tookBetween } from '../query/figures-sql.ts';
import { stepColumn } from '../query/reached-sql.ts';
import { twiceReported } from '../query/twice-reported.ts';
import type { RequestedFunnel } from './requested-funnel.ts';

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;
/** Where the bins of the histogram meet: times that people say. */
const edges = [
  ...[0, 10, 30].map((many) => many * second),
  ...[1, 2, 5, 10, 15, 30].map((many) => many * minute),
  ...[1, 2, 4, 8, 12].map((many) => many * hour),
  ...[1, 2, 3, 7, 14, 30, 60, 90].map((many) => many * day),
];

/** How long people took between two steps, by default from the first to the last. */
export async function timeToConvert(
  { analytics, question, definition }: RequestedFunnel,
  { from_step, to_step }: { from_step?: string | undefined; to_step?: string | undefined },
): Promise<TimeToConvert> {
  const { from, to } = stepsBetween(definition, from_step, to_step);
  const twice = await twiceReported(analytics.select, question);
  const parameters = new Parameters();
  const [before, after] = [stepColumn(definition, from.index), stepColumn(definition, to.index)];
  const bins = edges.slice(0, -1).map((low, index) => {
    const isLast = index === edges.length - 2;
    return `countIf(took >= ${low}${isLast ? '' : ` AND took < ${edges[index + 1]}`})`;
  });
  const figures = ['count()', ...[0.5, 0.9].map((part) => `quantileExact(${part})(took)`), ...bins];
  const sql = `SELECT ${figures.map((one) => `toString(${one})`).join(', ')}
FROM (
  SELECT ${tookBetween(before, after)} AS took
  FROM (${attemptsSql({ question, twice, parameters })})
  WHERE ${before} != 0 AND ${after} != 0 AND level > 0)
WHERE took >= 0`;
  const [[people = '0', median, p90, ...counts] = []] = await analytics.select({
    sql,
    parameters: parameters.values,
  });
  const isEmpty = Number(people) === 0;
  return {
    from_step: from.slug,
    to_step: to.slug,
    people: Number(people),
    median_ms: isEmpty ? null : Number(median),
    p90_ms: isEmpty ? null : Number(p90),
    bins: filledBins(counts.map(Number)),
  };
}

/** The bins from the first to the last that holds people. */
function filledBins(counts: readonly number[]): TimeToConvert['bins'] {
  const first = counts.findIndex((count) => count > 0);
  const last = counts.findLastIndex((count) => count > 0);
  if (first < 0) return [];
  return counts.slice(first, last + 1).map((people, offset) => ({
    from_ms: edges[first + offset] ?? 0,
    to_ms: edges[first + offset + 1] ?? 0,
    people,
  }));
}

function stepsBetween({ steps }: Definition, fromSlug?: string, toSlug?: string) {
  const placed = steps.map(({ slug, optional }, index) => ({ slug, optional, index }));
  const find = (slug: string, field: string) => {
    const found = placed.find((one) => one.slug === slug);
    if (!found) throw invalid(field, `This funnel has no step “${slug}”.`);
    return found;
  };
  const from = fromSlug === undefined ? placed[0] : find(fromSlug, 'from_step');
  const to =
    toSlug === undefined ? placed.findLast(({ optional }) => !optional) : find(toSlug, 'to_step');
  if (!from || !to || from.index >= to.index) {
    throw invalid('to_step', 'Choose a step after the first one.');
  }
  return { from, to };
}
