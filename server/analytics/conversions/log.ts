import type { Conversion } from '#contract/conversion.ts';
import { Parameters } from '../parameters.ts';
import type { Reading } from '../reading.ts';
import { APART, type Chosen, conversionsIn, sidesIn } from './chosen.ts';
import type { Place } from './cursor.ts';
import { labelsOf } from './labels.ts';
import { keyOf, leadOf, shown, together } from './shown.ts';
import { type StoredSide, storedColumns, storedSide } from './stored.ts';

const DAY = 86_400_000;
const NEAR = 3_600_000;

export type Page = { rows: Conversion[]; next: Place | null };

/** Conversions from the newest on, or from where another page ended. */
export async function pageOf(
  chosen: Chosen,
  { after, limit }: { after: Place | null; limit: number },
  reading: Reading,
): Promise<Page> {
  if (chosen.projects.length === 0) return { rows: [], next: null };
  const found = await placesIn(chosen, { after, limit: limit + 1 }, reading);
  const places = found.slice(0, limit);
  const rows = await conversionsAt(places, chosen, reading);
  return { rows, next: found.length > limit ? (places.at(-1) ?? null) : null };
}

type Found = Place & { isPaired: boolean };

/** Most pages are full of what happened last: a day is read before the week, and that before all the rest. */
async function placesIn(
  chosen: Chosen,
  { after, limit }: { after: Place | null; limit: number },
  { model, select }: Reading,
): Promise<Found[]> {
  const { from, to } = chosen.inquiry.window;
  const found: Found[] = [];
  let end = after ? new Date(Math.min(to.getTime(), after.time + 1)) : to;
  for (const length of [DAY, 7 * DAY, Number.POSITIVE_INFINITY]) {
    if (found.length >= limit || end <= from) break;
    const start = new Date(Math.max(from.getTime(), end.getTime() - length));
    const parameters = new Parameters();
    const source = conversionsIn(model, chosen, { from: start, to: end }, parameters);
    const sql = `SELECT toString(toUnixTimestamp64Milli(event_time)), toString(project_id), conversion_id, toString(paired)
${source}${after ? ` AND ${isAfter(after, parameters)}` : ''}
ORDER BY event_time DESC, project_id DESC, conversion_id DESC
LIMIT ${parameters.add('UInt64', limit - found.length)}`;
    for (const [time, project, id, paired] of await select({
      sql,
      parameters: parameters.values,
    })) {
      found.push({
        time: Number(time),
        project: Number(project),
        id: id ?? '',
        isPaired: paired === '1',
      });
    }
    end = start;
  }
  return found;
}

function isAfter({ time, project, id }: Place, parameters: Parameters): string {
  const at = parameters.millisecond(new Date(time));
  const key = `(toInt64(project_id), conversion_id)`;
  const last = `(${parameters.add('Int64', project)}, ${parameters.add('String', id)})`;
  return `(event_time < ${at} OR (event_time = ${at} AND ${key} < ${last}))`;
}

/** All of them at once, or null where they are more than that. */
export async function everythingOf(
  chosen: Chosen,
  most: number,
  { model, select, names }: Reading,
): Promise<Conversion[] | null> {
  if (chosen.projects.length === 0) return [];
  const { window, scope } = chosen.inquiry;
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
  const labels = await labelsOf(leads, chosen.projects, names);
  const all = together([...leads, ...twins]);
  return leads.map((lead) =>
    shown(lead, all.get(keyOf(lead)) ?? { server: null, browser: null }, scope, labels),
  );
}

/** Both sides of these conversions with the names of what they mention, in the same order. */
async function conversionsAt(
  places: readonly Found[],
  chosen: Chosen,
  { select, names }: Reading,
): Promise<Conversion[]> {
  const rows = await sidesAt(places, chosen, select);
  const labels = await labelsOf(rows, chosen.projects, names);
  const all = together(rows);
  return places.flatMap(({ project, id }) => {
    const sides = all.get(keyOf({ project_id: String(project), conversion_id: id }));
    const lead = sides && leadOf(sides);
    return sides && lead ? [shown(lead, sides, chosen.inquiry.scope, labels)] : [];
  });
}

/** Nearly every twin is minutes away: two days around are read only for those that are not. */
async function sidesAt(
  places: readonly Found[],
  chosen: Chosen,
  select: Reading['select'],
): Promise<StoredSide[]> {
  if (places.length === 0) return [];
  const near = await sidesAround(places, NEAR, chosen, select);
  const found = together(near);
  const lacking = places.filter(({ project, id, isPaired }) => {
    const sides = found.get(keyOf({ project_id: String(project), conversion_id: id }));
    return isPaired && !(sides?.server && sides.browser);
  });
  if (lacking.length === 0) return near;
  return [...near, ...(await sidesAround(lacking, APART, chosen, select))];
}

async function sidesAround(
  places: readonly Found[],
  apart: number,
  chosen: Chosen,
  select: Reading['select'],
): Promise<StoredSide[]> {
  const parameters = new Parameters();
  const times = places.map(({ time }) => time);
  const span = {
    from: new Date(Math.min(...times) - apart),
    to: new Date(Math.max(...times) + apart + 1),
  };
  const ids = parameters.add(
    'Array(String)',
    places.map(({ id }) => id),
  );
  const sql = `SELECT ${storedColumns} ${sidesIn(chosen, span, parameters)} AND conversion_id IN ${ids}`;
  return (await select({ sql, parameters: parameters.values })).map(storedSide);
}

/** How many there are in all. */
export async function countOf(chosen: Chosen, { model, select }: Reading): Promise<number> {
  if (chosen.projects.length === 0) return 0;
  const parameters = new Parameters();
  const source = conversionsIn(model, chosen, chosen.inquiry.window, parameters);
  const [row] = await select({
    sql: `SELECT toString(count()) ${source}`,
    parameters: parameters.values,
  });
  return Number(row?.[0] ?? 0);
}
