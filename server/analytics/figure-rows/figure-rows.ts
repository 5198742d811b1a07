import {
  type FigureRow,
  type FigureRows,
  type FigureRowsQuery,
  rowKinds,
} from '#contract/analytics/figure-rows.ts';
import { parted } from '#contract/analytics/filter-value.ts';
import { originFilters, type Parent } from '#contract/analytics/report-query.ts';
import type { Window } from '#contract/period.ts';
import { invalid } from '../../platform/refusal.ts';
import { creditedModel, isCredited } from '../compiler/credit-model.ts';
import { figures, type Measure, type Model } from '../compiler/model.ts';
import { momentOf } from '../compiler/opened-rows.ts';
import type { Row } from '../compiler/result-row.ts';
import { labelsOf } from '../conversion-rows/origin-labels.ts';
import { given, instantAt } from '../conversion-rows/stored-side.ts';
import type { Report } from '../reports/report.ts';
import { labelsFor } from '../reports/table-labels.ts';
import type { Reading } from '../runner/readings.ts';
import { cursorAt, placeOf } from './cursor.ts';
import { leftOutOf } from './excluded-rows.ts';
import { type Listed, listedBy, sumOf } from './row-pages.ts';
import type { Primaries } from './row-source.ts';
import { termsOf } from './terms.ts';

/** So often is a sum asked for again when rows came in between it and its figure. */
const TRIES = 3;

/** A figure taken apart: the rows that add up to it, or the figures it is made of, and what it leaves out. */
export async function figureRows(
  report: Report,
  query: FigureRowsQuery,
  { reading, primaries }: { reading: Reading; primaries: Primaries },
): Promise<FigureRows> {
  const { inquiry, ask } = report;
  const { select } = reading;
  const after = query.cursor === undefined ? null : placeOf(query.cursor);
  const measure = measureOf(query.figure, report);
  const adds = addingOf(measure);
  const { filters, attribution } = inquiry;
  const model = isCredited({ measures: [], filters, timezone: inquiry.timezone }, attribution)
    ? creditedModel(reading.model, attribution)
    : reading.model;
  const credited = model.measures.get(measure.name) ?? measure;
  const asked = { model, inquiry, primaries };
  const names = [measure.name, ...measure.parts];
  const known = async () => {
    const [[row], added] = await Promise.all([
      ask({ measures: names }),
      adds === 'parts' ? null : sumOf(credited, asked, select),
    ]);
    return { row, added };
  };
  const [counted, listed, excluded, shownFilters] = await Promise.all([
    settled(known, ({ row, added }) => added === null || added.sum === valueIn(row, measure)),
    adds === 'parts' ? [] : listedBy(credited, asked, { after, limit: query.limit + 1 }, select),
    adds === 'parts' ? [] : leftOutOf(credited, asked, select),
    filtersOf(report, query, reading),
  ]);
  const { row, added } = counted;
  const page = listed.slice(0, query.limit);
  const last = page.at(-1);
  return {
    figure: { ...shownOf(measure, row), ...wordsOf(measure) },
    adds,
    parts: measure.parts.flatMap((name) => {
      const part = report.model.measures.get(name);
      return part ? [shownOf(part, row)] : [];
    }),
    window: { ...windowOf(report, query.cell ?? []), timezone: inquiry.timezone },
    filters: shownFilters,
    rows: await rowsOf(page, report, reading),
    next_cursor:
      last && listed.length > query.limit
        ? cursorAt({ time: Number(last.time), key: last.key })
        : null,
    total_rows: added?.rows ?? 0,
    sum: added?.sum ?? null,
    excluded,
  };
}

/** Rows may come in while a figure and its rows are read: both are read again until they are of one moment. */
async function settled<Found>(read: () => Promise<Found>, isSettled: (found: Found) => boolean) {
  let found = await read();
  for (let tries = 1; tries < TRIES && !isSettled(found); tries += 1) found = await read();
  return found;
}

function measureOf(name: string, { model, inquiry }: Report): Measure {
  const figure = figures.find((one) => one === name);
  const measure = model.measures.get(figure ? model.measureFor(figure, inquiry.choice) : name);
  if (!measure) throw invalid('figure', `"${name}" is no figure here.`);
  return measure;
}

/** What has no rows of its own is read in the figures that it is made of. */
function addingOf(measure: Measure): FigureRows['adds'] {
  const terms = measure.meta.additive || measure.parts.length === 0 ? termsOf(measure) : [];
  if (measure.meta.additive) return 'amounts';
  if (terms.length === 1 && terms[0]?.call === measure.expression) return 'people';
  if (measure.parts.length > 0) return 'parts';
  throw invalid('figure', 'No rows add up to this figure: it is an estimate.');
}

/** Sums of nothing are 0, ratios of nothing are nothing. */
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

/** The days of the question, or the hour or day of the cell. */
function windowOf({ inquiry }: Report, cell: readonly Parent[]): { from: string; to: string } {
  const all: readonly Window[] = [
    inquiry.window,
    ...cell.flatMap((one) => momentOf(one, inquiry.timezone) ?? []),
  ];
  const from = new Date(Math.max(...all.map((one) => one.from.getTime())));
  const to = new Date(Math.min(...all.map((one) => one.to.getTime())));
  return { from: from.toISOString(), to: to.toISOString() };
}

/** Everything that narrows a figure down, in words. */
export async function filtersOf(
  report: Report,
  query: FigureRowsQuery,
  { names }: Reading,
): Promise<FigureRows['filters']> {
  const { model, inquiry } = report;
  const cell = (query.cell ?? []).map(({ grouping, key }) => ({
    name: grouping,
    only: true,
    keys: [key],
  }));
  const lists = [
    ...originFilters.map((name) => [name, query[name]] as const),
    ['offer_id', query.offer_ids] as const,
    ['country', query.countries] as const,
  ];
  const chosen = lists.flatMap(([name, values = []]) => {
    const { only, without } = parted(values);
    return [
      { name, only: true, keys: only },
      { name, only: false, keys: without },
    ].filter(({ keys }) => keys.length > 0);
  });
  const affids = inquiry.scope.projects.flatMap((project) => project.affids ?? []);
  const projects = inquiry.scope.projects.map(({ name }) => name);
  const asked = [
    ...(affids.length > 0 ? [{ name: 'affid' as const, only: true, keys: affids }] : []),
    ...chosen,
    ...cell,
  ];
  return [
    { name: 'project_id', title: titleOf(model, 'project_id'), only: true, values: projects },
    ...(await Promise.all(
      asked.map(async ({ name, only, keys }) => {
        const labelOf = await labelsFor(name, keys, report, names);
        return { name, title: titleOf(model, name), only, values: keys.map(labelOf) };
      }),
    )),
  ];
}

const titleOf = (model: Model, name: string): string =>
  name === 'date' ? 'Day' : (model.dimensions.get(name)?.title ?? name);

export async function rowsOf(
  page: readonly Listed[],
  { inquiry }: Report,
  { names }: Reading,
): Promise<FigureRow[]> {
  const projects = inquiry.scope.projects.map(({ id }) => id);
  const labels = await labelsOf(
    page.map((row) => ({ ...nowhere, ...row })),
    projects,
    names,
  );
  return page.map((row) => ({
    kind: kindOf(row.kind),
    id: row.id,
    project_id: Number(row.project_id),
    time: instantAt(row.time),
    side: row.side === 'server' || row.side === 'browser' ? row.side : null,
    label: given(row.label),
    affid: given(row.affid),
    affiliate_name: labels.affiliate(row.affid),
    campaign_id: given(row.campaign_id),
    campaign_label: labels.campaign(row.campaign_id) ?? given(row.campaign_id),
    country: given(row.country),
    credit: row.credit,
    events: Number(row.events),
    amount: row.amount,
  }));
}

function kindOf(text: string): FigureRow['kind'] {
  return rowKinds.find((kind) => kind === text) ?? 'event';
}

const nowhere = {
  affsub: '',
  channel: '',
  referrer: '',
  utm_source: '',
  utm_medium: '',
  utm_campaign: '',
  utm_content: '',
  adset_id: '',
  ad_id: '',
  offer_id: '',
  state: '',
  device: '',
};
