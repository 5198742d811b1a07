import type { Conversion } from '#contract/conversions/schemas.ts';
import { Parameters } from '../analytics/compiler/parameters.ts';
import { labelsOf } from '../analytics/conversion-rows/origin-labels.ts';
import {
  APART,
  type Chosen,
  conversionsIn,
  hourOf,
  type Span,
  sidesIn,
} from '../analytics/conversion-rows/selected-conversions.ts';
import {
  type StoredSide,
  storedColumns,
  storedSide,
} from '../analytics/conversion-rows/stored-side.ts';
import type { ByKind } from '../analytics/runner/label-cache.ts';
import type { Reading } from '../analytics/runner/readings.ts';
import { keyOf, leadOf, type Sides, shown, together } from './conversion-sides.ts';
import type { Place } from './page-cursor.ts';
import type { Density } from './row-density.ts';
import { countedStretch, type Stretch, stretchBefore } from './scan-window.ts';

const HOUR = 3_600_000;

type Asked = {
  /** Where another page ended. */
  after: Place | null;
  limit: number;
  /** Whether to say how many there are in all, which only a first page does. */
  counted: boolean;
};

type Page = { rows: Conversion[]; next: Place | null; total: number | null };

/**
 * Conversions from the newest on, or from where another page ended. Where it is known how densely they lie, they are
 * looked for at once, beside the count, and elsewhere only if they were not there.
 */
export async function pageOf(
  chosen: Chosen,
  { after, limit, counted }: Asked,
  density: Density,
  reading: Reading,
): Promise<Page> {
  const { window } = chosen.inquiry;
  const isCounted = counted && after === null;
  const to = after ? new Date(Math.min(window.to.getTime(), after.time + 1)) : window.to;
  if (chosen.projects.length === 0 || to <= window.from) {
    return { rows: [], next: null, total: isCounted ? 0 : null };
  }
  const span = { from: window.from, to };
  const part = { after, most: limit + 1 };
  const likely = density.lastOf(chosen, span, part.most);
  const [stretch, early, few] = await Promise.all([
    isCounted ? countedStretch(chosen, span, limit + 1, reading) : null,
    likely ? leadsIn(chosen, likely, part, reading) : null,
    reading.names.fewLabelsOfAll(chosen.projects),
  ]);
  if (stretch) density.learn(chosen, span, stretch.many);
  const isWhole = likely?.from.getTime() === span.from.getTime();
  const found =
    early && (isWhole || early.leads.length > limit)
      ? early
      : await leadsOfStretch(chosen, span, part, { stretch, reading });
  const { leads, all } = found;
  const last = leads.length > limit ? leads[limit - 1] : undefined;
  return {
    rows: await conversionsOf(leads.slice(0, limit), all, chosen, { names: reading.names, few }),
    next: last ? placeAt(last) : null,
    total: stretch ? stretch.many : null,
  };
}

/** What was counted says where they are. */
async function leadsOfStretch(
  chosen: Chosen,
  span: Span,
  part: { after: Place | null; most: number },
  known: { stretch: Stretch | null; reading: Reading },
): Promise<Found> {
  const { reading } = known;
  const stretch = known.stretch ?? (await stretchBefore(chosen, span, part.most, reading));
  if (known.stretch && stretch.many === 0) return { leads: [], all: new Map() };
  const found = await leadsIn(chosen, { from: stretch.from, to: span.to }, part, reading);
  // What changed meanwhile may have left fewer than were counted: the end of the list is told from that.
  const isShort = found.leads.length < part.most && !stretch.isAll;
  return isShort ? leadsIn(chosen, span, part, reading) : found;
}

const placeAt = ({ event_time, project_id, conversion_id }: StoredSide): Place => ({
  time: Number(event_time),
  project: Number(project_id),
  id: conversion_id,
});

type Found = { leads: StoredSide[]; all: Map<string, Sides> };

/** What stands first in a span, newest first, and both sides of it: nearly every twin is minutes away. */
async function leadsIn(
  chosen: Chosen,
  span: Span,
  { after, most }: { after: Place | null; most: number },
  { model, select }: Reading,
): Promise<Found> {
  const parameters = new Parameters();
  const key = chosen.projects.length === 1 ? 'conversion_id' : '(project_id, conversion_id)';
  const sql = `SELECT ${storedColumns} ${sidesIn(chosen, wholeHours(span, HOUR), parameters)}
  AND ${key} IN (
    SELECT ${key} ${conversionsIn(model, chosen, span, parameters)}${after ? ` AND ${isAfter(after, parameters)}` : ''}
    ORDER BY event_time DESC, project_id DESC, conversion_id DESC
    LIMIT ${parameters.add('UInt64', most)})`;
  const near = (await select({ sql, parameters: parameters.values })).map(storedSide);
  const found = together(near);
  const lacking = leadsOf(found).filter((lead) => {
    const sides = found.get(keyOf(lead));
    return lead.paired === '1' && !(sides?.server && sides.browser);
  });
  if (lacking.length === 0) return { leads: leadsOf(found), all: found };
  const all = together([...near, ...(await sidesFar(lacking, chosen, select))]);
  return { leads: leadsOf(all), all };
}

const leadsOf = (all: ReadonlyMap<string, Sides>): StoredSide[] =>
  [...all.values()].flatMap((sides) => leadOf(sides) ?? []).sort(newestFirst);

function newestFirst(one: StoredSide, other: StoredSide): number {
  const [a, b] = [placeAt(one), placeAt(other)];
  return b.time - a.time || b.project - a.project || (a.id < b.id ? 1 : -1);
}

const wholeHours = ({ from, to }: Span, apart: number): Span => ({
  from: hourOf(new Date(from.getTime() - apart)),
  to: hourOf(new Date(to.getTime() + apart + HOUR)),
});

/** Two days around, for those whose twin is not near. */
async function sidesFar(
  leads: readonly StoredSide[],
  chosen: Chosen,
  select: Reading['select'],
): Promise<StoredSide[]> {
  const parameters = new Parameters();
  const times = leads.map(({ event_time }) => Number(event_time));
  const around = { from: new Date(Math.min(...times)), to: new Date(Math.max(...times)) };
  const ids = parameters.add(
    'Array(String)',
    leads.map(({ conversion_id }) => conversion_id),
  );
  const sql = `SELECT ${storedColumns} ${sidesIn(chosen, wholeHours(around, APART), parameters)}
  AND conversion_id IN ${ids}`;
  return (await select({ sql, parameters: parameters.values })).map(storedSide);
}

function isAfter({ time, project, id }: Place, parameters: Parameters): string {
  const at = parameters.millisecond(new Date(time));
  const key = `(toInt64(project_id), conversion_id)`;
  const last = `(${parameters.add('Int64', project)}, ${parameters.add('String', id)})`;
  return `(event_time < ${at} OR (event_time = ${at} AND ${key} < ${last}))`;
}

/** These conversions with the names of what they mention, in the same order. */
async function conversionsOf(
  leads: readonly StoredSide[],
  all: ReadonlyMap<string, Sides>,
  { projects, inquiry: { scope } }: Chosen,
  { names, few = null }: Pick<Reading, 'names'> & { few?: ByKind | null },
): Promise<Conversion[]> {
  const labels = await labelsOf(leads, projects, names, few);
  return leads.map((lead) =>
    shown(lead, all.get(keyOf(lead)) ?? { server: null, browser: null }, scope, labels),
  );
}

/** All of them at once, or null where they are more than that. */
export async function everythingOf(
  chosen: Chosen,
  most: number,
  { model, select, names }: Reading,
): Promise<Conversion[] | null> {
  if (chosen.projects.length === 0) return [];
  const { window } = chosen.inquiry;
  const read = async (sqlOf: (parameters: Parameters) => string) => {
    const parameters = new Parameters();
    const sql = sqlOf(parameters);
    return (await select({ sql, parameters: parameters.values })).map(storedSide);
  };
  const around = {
    from: new Date(window.from.getTime() - APART),
    to: new Date(window.to.getTime() + APART),
  };
  const [leads, twins] = await Promise.all([
    read(
      (parameters) => `SELECT ${storedColumns}
${conversionsIn(model, chosen, window, parameters)}
ORDER BY event_time DESC, project_id DESC, conversion_id DESC
LIMIT ${most + 1}`,
    ),
    read(
      (parameters) => `SELECT ${storedColumns} ${sidesIn(chosen, around, parameters)}
  AND side = 'browser' AND paired = 1 AND (project_id, conversion_id) IN (
    SELECT project_id, conversion_id ${conversionsIn(model, chosen, window, parameters)} AND paired = 1)
LIMIT ${most + 1}`,
    ),
  ]);
  if (leads.length > most) return null;
  return conversionsOf(leads, together([...leads, ...twins]), chosen, { names });
}
