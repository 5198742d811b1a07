import {
  byDimension,
  filterGroups,
  filtersIn,
  noneOf,
  storedDimensions,
} from '#contract/analytics/dimensions.ts';
import {
  type FigureRow,
  type FigureRows,
  type FigureRowsQuery,
  rowKinds,
} from '#contract/analytics/figure-rows.ts';
import { splitValues } from '#contract/analytics/filter-value.ts';
import type { OpenedRow } from '#contract/analytics/report-query.ts';
import type { Window } from '#contract/period.ts';
import { invalid } from '../../platform/refusal.ts';
import { creditedModel, isCredited } from '../compiler/credit-model.ts';
import { figures, type Measure, type Model } from '../compiler/model.ts';
import { openedPeriod } from '../compiler/opened-rows.ts';
import type { Row } from '../compiler/result-row.ts';
import { estimated } from '../compiler/spread-arm.ts';
import { spreadByHours } from '../compiler/spread-hours.ts';
import { labelsOf } from '../conversion-rows/origin-labels.ts';
import { instantAt, textOrNull } from '../conversion-rows/stored-side.ts';
import type { Report } from '../reports/report.ts';
import { labelsFor } from '../reports/table-labels.ts';
import { termsOf } from '../rewriting/row-terms.ts';
import type { AnalyticsReader } from '../runner/analytics-reader.ts';
import { decodeCursor, encodeCursor } from './cursor.ts';
import { readExcludedRows } from './excluded-rows.ts';
import { type RowList, readRows, sumOf } from './row-pages.ts';
import type { PrimaryEvents } from './row-source.ts';

/** How often a sum is read again when rows came in between it and its figure. */
const TRIES = 3;

/** A figure taken apart: the rows that add up to it, or the figures it is made of, and the rows it leaves out. */
export async function figureRows(
  report: Report,
  query: FigureRowsQuery,
  { analytics, primaryEvents }: { analytics: AnalyticsReader; primaryEvents: PrimaryEvents },
): Promise<FigureRows> {
  const { resolved, runQuery } = report;
  const { select } = analytics;
  const after = query.cursor === undefined ? null : decodeCursor(query.cursor);
  const measure = measureOf(query.figure, report);
  const adds = addingOf(measure);
  const { filters, attribution } = resolved;
  const listedModel = isCredited(
    { measures: [], filters, timezone: resolved.timezone },
    attribution,
  )
    ? creditedModel(analytics.model, attribution)
    : analytics.model;
  const model = spreadByHours(listedModel, { measures: [measure.name], filters });
  const credited = model.measures.get(measure.name) ?? measure;
  const request = { model, resolved, primaryEvents };
  const parts = [...measure.parts, ...(measure.name === estimated ? ['cost_without_clicks'] : [])];
  const names = [measure.name, ...parts];
  const known = async () => {
    const [[row], added] = await Promise.all([
      runQuery({ measures: names }),
      adds === 'parts' ? null : sumOf(credited, request, select),
    ]);
    return { row, added };
  };
  const [counted, listed, excluded, shownFilters] = await Promise.all([
    settled(known, ({ row, added }) => added === null || added.sum === valueIn(row, measure)),
    adds === 'parts' ? [] : readRows(credited, request, { after, limit: query.limit + 1 }, select),
    adds === 'parts' ? [] : readExcludedRows(credited, request, select),
    filtersOf(report, query, analytics),
  ]);
  const { row, added } = counted;
  const page = listed.slice(0, query.limit);
  const last = page.at(-1);
  return {
    figure: { ...shownOf(measure, row), ...wordsOf(measure) },
    adds,
    parts: parts.flatMap((name) => {
      const part = report.model.measures.get(name);
      return part ? [shownOf(part, row)] : [];
    }),
    window: { ...windowOf(report, query.cell ?? []), timezone: resolved.timezone },
    filters: shownFilters,
    rows: await rowsOf(page, report, analytics),
    next_cursor:
      last && listed.length > query.limit
        ? encodeCursor({ time: Number(last.time), key: last.key })
        : null,
    total_rows: added?.rows ?? 0,
    sum: added?.sum ?? null,
    excluded,
  };
}

/** Rows may come in while a figure and its rows are read, so both are read again until they match. */
async function settled<Found>(read: () => Promise<Found>, isSettled: (found: Found) => boolean) {
  let found = await read();
  for (let tries = 1; tries < TRIES && !isSettled(found); tries += 1) found = await read();
  return found;
}

function measureOf(name: string, { model, resolved }: Report): Measure {
  const figure = figures.find((one) => one === name);
  const measure = model.measures.get(figure ? model.measureFor(figure, resolved.choice) : name);
  if (!measure) throw invalid('figure', `"${name}" is no figure here.`);
  return measure;
}

/** A figure without rows of its own refers to the figures it is made of. */
function addingOf(measure: Measure): FigureRows['adds'] {
  const terms = measure.meta.additive || measure.parts.length === 0 ? termsOf(measure) : [];
  if (measure.meta.additive) return 'amounts';
  if (terms.length === 1 && terms[0]?.call === measure.expression) return 'people';
  if (measure.parts.length > 0) return 'parts';
  throw invalid('figure', 'No rows add up to this figure: it is an estimate.');
}

/** Without rows a sum is 0 and a ratio is null. */
const valueIn = (row: Row | undefined, { name, meta }: Measure): string | null =>
  row?.[name] ?? (meta.unit !== 'ratio' && (meta.additive || meta.unit === 'count') ? '0' : null);

const shownOf = (measure: Measure, row: Row | undefined) => ({
  name: measure.name,
  title: measure.title,
  unit: measure.meta.unit,
  value: valueIn(row, measure),
});

const wordsOf = ({ description, meta: { formula, additive } }: Measure) => ({
  description,
  formula,
  additive,
});

/** The days of the query, or the hour or day of the cell. */
function windowOf({ resolved }: Report, cell: readonly OpenedRow[]): { from: string; to: string } {
  const all: readonly Window[] = [
    resolved.window,
    ...cell.flatMap((one) => openedPeriod(one, resolved.timezone) ?? []),
  ];
  const from = new Date(Math.max(...all.map((one) => one.from.getTime())));
  const to = new Date(Math.min(...all.map((one) => one.to.getTime())));
  return { from: from.toISOString(), to: to.toISOString() };
}

/** All filters of a figure, in words. */
export async function filtersOf(
  report: Report,
  query: FigureRowsQuery,
  { names }: AnalyticsReader,
): Promise<FigureRows['filters']> {
  const { model, resolved } = report;
  const cell = (query.cell ?? []).map(({ grouping, key }) => ({
    name: grouping,
    only: true,
    keys: [key],
  }));
  const values = filtersIn(query);
  const chosen = filterGroups.flatMap((name) => {
    const { only, without } = splitValues(values[name] ?? []);
    return [
      { name, only: true, keys: only },
      { name, only: false, keys: without },
    ].filter(({ keys }) => keys.length > 0);
  });
  const affids = resolved.scope.projects.flatMap((project) => project.affids ?? []);
  const projects = resolved.scope.projects.map(({ name }) => name);
  const filters = [
    ...(affids.length > 0 ? [{ name: 'affid' as const, only: true, keys: affids }] : []),
    ...chosen,
    ...cell,
  ];
  return [
    { name: 'project_id', title: titleOf(model, 'project_id'), only: true, values: projects },
    ...(await Promise.all(
      filters.map(async ({ name, only, keys }) => {
        const labelOf = await labelsFor(name, keys, report, names);
        return { name, title: titleOf(model, name), only, values: keys.map(labelOf) };
      }),
    )),
  ];
}

const titleOf = (model: Model, name: string): string =>
  name === 'date' ? 'Day' : (model.dimensions.get(name)?.title ?? name);

export async function rowsOf(
  page: readonly RowList[],
  { resolved }: Report,
  { names }: AnalyticsReader,
): Promise<FigureRow[]> {
  const labels = await labelsOf(
    page.map((row) => ({ ...nowhere, ...row })),
    resolved.scope.projects,
    names,
  );
  return page.map((row) => ({
    kind: kindOf(row.kind),
    id: row.id,
    project_id: Number(row.project_id),
    time: instantAt(row.time),
    side: row.side === 'server' || row.side === 'browser' ? row.side : null,
    label: textOrNull(row.label),
    affid: textOrNull(row.affid),
    affiliate_name: labels.affiliate(row.affid),
    campaign_id: textOrNull(row.campaign_id),
    campaign_label: labels.campaign(row.campaign_id) ?? textOrNull(row.campaign_id),
    country: textOrNull(row.country),
    credit: row.credit,
    events: Number(row.events),
    amount: row.amount,
  }));
}

function kindOf(text: string): FigureRow['kind'] {
  return rowKinds.find((kind) => kind === text) ?? 'event';
}

const nowhere = byDimension(storedDimensions, noneOf);
