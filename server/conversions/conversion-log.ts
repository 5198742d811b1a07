import type { Conversion } from '#contract/conversions/schemas.ts';
import { labelsOf } from '../analytics/conversion-rows/origin-labels.ts';
import {
  conversionSidesSql,
  hourOf,
  MAX_SIDE_GAP,
  type SelectedConversions,
  type Span,
  selectedConversionsSql,
} from '../analytics/conversion-rows/selected-conversions.ts';
import {
  type StoredSide,
  storedColumns,
  storedSide,
} from '../analytics/conversion-rows/stored-side.ts';
import type { AnalyticsReader } from '../analytics/runner/analytics-reader.ts';
import type { ByKind } from '../analytics/runner/label-cache.ts';
import { Parameters } from '../warehouse/parameters.ts';
import { conversionView, groupSides, keyOf, leadSide, type Sides } from './conversion-sides.ts';
import type { Density } from './log-row-density.ts';
import { countedWindow, type ScanWindow, windowBefore } from './log-scan-window.ts';
import type { PagePosition } from './page-cursor.ts';

const HOUR = 3_600_000;

type Caller = {
  /** The position after which the page starts. */
  after: PagePosition | null;
  limit: number;
  /** Whether to answer the total, which only a first page does. */
  counted: boolean;
};

type Page = { rows: Conversion[]; next: PagePosition | null; total: number | null };

/**
 * Conversions newest first, from the start or after another page. Where their density is known, the page is read along
 * with the count, and read elsewhere only if that span held too few.
 */
export async function pageOf(
  selected: SelectedConversions,
  { after, limit, counted }: Caller,
  density: Density,
  analytics: AnalyticsReader,
): Promise<Page> {
  const { window } = selected.resolved;
  const isCounted = counted && after === null;
  const to = after ? new Date(Math.min(window.to.getTime(), after.time + 1)) : window.to;
  if (selected.projects.length === 0 || to <= window.from) {
    return { rows: [], next: null, total: isCounted ? 0 : null };
  }
  const span = { from: window.from, to };
  const part = { after, most: limit + 1 };
  const likely = density.lastOf(selected, span, part.most);
  const [scanWindow, early, few] = await Promise.all([
    isCounted ? countedWindow(selected, span, limit + 1, analytics) : null,
    likely ? leadsIn(selected, likely, part, analytics) : null,
    analytics.names.fewLabelsOfAll(selected.resolved.scope.projects),
  ]);
  if (scanWindow) density.learn(selected, span, scanWindow.many);
  const isWhole = likely?.from.getTime() === span.from.getTime();
  const found =
    early && (isWhole || early.leads.length > limit)
      ? early
      : await leadsOfWindow(selected, span, part, { scanWindow, analytics });
  const { leads, all } = found;
  const last = leads.length > limit ? leads[limit - 1] : undefined;
  return {
    rows: await conversionsOf(leads.slice(0, limit), all, selected, {
      names: analytics.names,
      few,
    }),
    next: last ? placeAt(last) : null,
    total: scanWindow ? scanWindow.many : null,
  };
}

/** Uses the hours found by the count. */
async function leadsOfWindow(
  selected: SelectedConversions,
  span: Span,
  part: { after: PagePosition | null; most: number },
  known: { scanWindow: ScanWindow | null; analytics: AnalyticsReader },
): Promise<Found> {
  const { analytics } = known;
  const scanWindow = known.scanWindow ?? (await windowBefore(selected, span, part.most, analytics));
  if (known.scanWindow && scanWindow.many === 0) return { leads: [], all: new Map() };
  const found = await leadsIn(selected, { from: scanWindow.from, to: span.to }, part, analytics);
  // Changes may have left fewer conversions than were counted; the end of the list follows from the rows that were
  // read.
  const isShort = found.leads.length < part.most && !scanWindow.isAll;
  return isShort ? leadsIn(selected, span, part, analytics) : found;
}

const placeAt = ({ event_time, project_id, conversion_id }: StoredSide): PagePosition => ({
  time: Number(event_time),
  project: Number(project_id),
  id: conversion_id,
});

type Found = { leads: StoredSide[]; all: Map<string, Sides> };

/** The first conversions of a span, newest first, with both sides: nearly every twin is minutes away. */
async function leadsIn(
  selected: SelectedConversions,
  span: Span,
  { after, most }: { after: PagePosition | null; most: number },
  { model, select }: AnalyticsReader,
): Promise<Found> {
  const parameters = new Parameters();
  const key = selected.projects.length === 1 ? 'conversion_id' : '(project_id, conversion_id)';
  const sql = `SELECT ${storedColumns} ${conversionSidesSql(selected, wholeHours(span, HOUR), parameters)}
  AND ${key} IN (
    SELECT ${key} ${selectedConversionsSql(model, selected, span, parameters)}${after ? ` AND ${isAfter(after, parameters)}` : ''}
    ORDER BY event_time DESC, project_id DESC, conversion_id DESC
    LIMIT ${parameters.add('UInt64', most)})`;
  const near = (await select({ sql, parameters: parameters.values })).map(storedSide);
  const found = groupSides(near);
  const lacking = leadsOf(found).filter((lead) => {
    const sides = found.get(keyOf(lead));
    return lead.paired === '1' && !(sides?.server && sides.browser);
  });
  if (lacking.length === 0) return { leads: leadsOf(found), all: found };
  const all = groupSides([...near, ...(await sidesFar(lacking, selected, select))]);
  return { leads: leadsOf(all), all };
}

const leadsOf = (all: ReadonlyMap<string, Sides>): StoredSide[] =>
  [...all.values()].flatMap((sides) => leadSide(sides) ?? []).sort(newestFirst);

function newestFirst(one: StoredSide, other: StoredSide): number {
  const [a, b] = [placeAt(one), placeAt(other)];
  return b.time - a.time || b.project - a.project || (a.id < b.id ? 1 : -1);
}

const wholeHours = ({ from, to }: Span, apart: number): Span => ({
  from: hourOf(new Date(from.getTime() - apart)),
  to: hourOf(new Date(to.getTime() + apart + HOUR)),
});

/** Reads two days around, for conversions whose twin is not near. */
async function sidesFar(
  leads: readonly StoredSide[],
  selected: SelectedConversions,
  select: AnalyticsReader['select'],
): Promise<StoredSide[]> {
  const parameters = new Parameters();
  const times = leads.map(({ event_time }) => Number(event_time));
  const around = { from: new Date(Math.min(...times)), to: new Date(Math.max(...times)) };
  const ids = parameters.add(
    'Array(String)',
    leads.map(({ conversion_id }) => conversion_id),
  );
  const sql = `SELECT ${storedColumns} ${conversionSidesSql(selected, wholeHours(around, MAX_SIDE_GAP), parameters)}
  AND conversion_id IN ${ids}`;
  return (await select({ sql, parameters: parameters.values })).map(storedSide);
}

function isAfter({ time, project, id }: PagePosition, parameters: Parameters): string {
  const at = parameters.millisecond(new Date(time));
  const key = `(toInt64(project_id), conversion_id)`;
  const last = `(${parameters.add('Int64', project)}, ${parameters.add('String', id)})`;
  return `(event_time < ${at} OR (event_time = ${at} AND ${key} < ${last}))`;
}

/** The conversions with the names of their ids, in the same order. */
async function conversionsOf(
  leads: readonly StoredSide[],
  all: ReadonlyMap<string, Sides>,
  { resolved: { scope } }: SelectedConversions,
  { names, few = null }: Pick<AnalyticsReader, 'names'> & { few?: ByKind | null },
): Promise<Conversion[]> {
  const labels = await labelsOf(leads, scope.projects, names, few);
  return leads.map((lead) =>
    conversionView(lead, all.get(keyOf(lead)) ?? { server: null, browser: null }, scope, labels),
  );
}

/** All conversions, or null where there are more than the limit. */
export async function everythingOf(
  selected: SelectedConversions,
  most: number,
  { model, select, names }: AnalyticsReader,
): Promise<Conversion[] | null> {
  if (selected.projects.length === 0) return [];
  const { window } = selected.resolved;
  const read = async (sqlOf: (parameters: Parameters) => string) => {
    const parameters = new Parameters();
    const sql = sqlOf(parameters);
    return (await select({ sql, parameters: parameters.values })).map(storedSide);
  };
  const around = {
    from: new Date(window.from.getTime() - MAX_SIDE_GAP),
    to: new Date(window.to.getTime() + MAX_SIDE_GAP),
  };
  const [leads, twins] = await Promise.all([
    read(
      (parameters) => `SELECT ${storedColumns}
${selectedConversionsSql(model, selected, window, parameters)}
ORDER BY event_time DESC, project_id DESC, conversion_id DESC
LIMIT ${most + 1}`,
    ),
    read(
      (parameters) => `SELECT ${storedColumns} ${conversionSidesSql(selected, around, parameters)}
  AND side = 'browser' AND paired = 1 AND (project_id, conversion_id) IN (
    SELECT project_id, conversion_id ${selectedConversionsSql(model, selected, window, parameters)} AND paired = 1)
LIMIT ${most + 1}`,
    ),
  ]);
  if (leads.length > most) return null;
  return conversionsOf(leads, groupSides([...leads, ...twins]), selected, { names });
}
