import { roundDecimal } from '#contract/decimal.ts';
import type { FunnelPeopleQuery, FunnelPerson } from '#contract/funnels/report.ts';
import { Parameters } from '../../warehouse/parameters.ts';
import { timeShift } from '../query/event-number.ts';
import { openSql } from '../query/figures-sql.ts';
import { planOf } from '../query/funnel-question.ts';
import { type BeginningValue, beginningsSql, peopleSql } from '../query/people-sql.ts';
import { twiceReported } from '../query/twice-reported.ts';
import { chosenPeople } from './chosen-people.ts';
import {
  decodePeopleCursor,
  encodePeopleCursor,
  type PeopleCursor,
  type Place,
} from './people-cursor.ts';
import type { RequestedFunnel } from './requested-funnel.ts';

/** How much of the list is read at once; its pages are cut from what was kept of that. */
const stretchLength = 10_000;
/** The most people in a file. */
const mostInFile = 50_000;

/** The people of a file; `isCut` if there are more. */
export type PeopleOfFile = { people: FunnelPerson[]; isCut: boolean };

const shown = [
  'person',
  'click_id',
  'affid',
  'channel',
  'campaign_id',
  'country',
  'device',
] as const satisfies readonly BeginningValue[];
type Values = Readonly<Record<(typeof shown)[number], string>>;

/** A person of the list, with what the list is ordered by. */
type Listed = Place & {
  /** The number of the event with which the attempt began. */
  beginning: string;
  /** When each required step was taken. */
  times: number[];
  revenue: string;
  isConverted: boolean;
  isOpen: boolean;
};

/** The people behind a bar, latest entry first, and the cursor of the next page. */
export async function funnelPeople(
  asked: RequestedFunnel,
  query: FunnelPeopleQuery,
): Promise<{ people: FunnelPerson[]; next: string | null }> {
  const { page_size: size } = query;
  let cursor: PeopleCursor | null = query.cursor ? decodePeopleCursor(query.cursor) : null;
  const found: { listed: Listed; stretch: Place | null }[] = [];
  for (;;) {
    const stretch: Place | null = cursor?.stretch ?? null;
    const all = await stretchOf(asked, query, stretch);
    const rest = cursor ? all.filter((one) => isLater(one, cursor?.last)) : all;
    found.push(...rest.map((listed) => ({ listed, stretch })));
    const end = all.at(-1);
    if (found.length > size || all.length < stretchLength || !end) break;
    cursor = { last: end, stretch: end };
  }
  const page = found.slice(0, size);
  const last = page.at(-1);
  const next =
    found.length > size && last
      ? encodePeopleCursor({ last: placeOf(last.listed), stretch: last.stretch })
      : null;
  const listed = page.map((one) => one.listed);
  return { people: await described(asked, listed, await valuesOf(asked, listed)), next };
}

/** Everybody behind a bar, for a file, which holds the latest entries if there are too many. */
export async function allFunnelPeople(
  asked: RequestedFunnel,
  query: FunnelPeopleQuery,
): Promise<PeopleOfFile> {
  const { question } = asked;
  const found = await listRows(asked, query, { limit: mostInFile + 1, values: shown });
  const rows = found.slice(0, mostInFile);
  const steps = planOf(question.definition).required.length;
  const values = new Map(
    rows.map((cells) => [cells[1] ?? '', valuesIn(cells.slice(listedCells(steps)))]),
  );
  const listed = rows.map((cells) => listedOf(asked, cells));
  return {
    people: await described(asked, listed, values),
    isCut: found.length > mostInFile,
  };
}

const placeOf = ({ entered, actor }: Place): Place => ({ entered, actor });

/** Whether a person stands after a place in a list whose latest entries are first. */
const isLater = (one: Place, last: Place | undefined): boolean =>
  last === undefined ||
  one.entered < last.entered ||
  (one.entered === last.entered && BigInt(one.actor) < BigInt(last.actor));

async function stretchOf(
  asked: RequestedFunnel,
  query: FunnelPeopleQuery,
  after: Place | null,
): Promise<Listed[]> {
  const rows = await listRows(asked, query, { limit: stretchLength, values: [], after });
  return rows.map((cells) => listedOf(asked, cells));
}

type Part = { limit: number; values: readonly BeginningValue[]; after?: Place | null };

async function listRows(
  { analytics, question, definition, asOf: now }: RequestedFunnel,
  query: FunnelPeopleQuery,
  { limit, values, after = null }: Part,
) {
  const twice = await twiceReported(analytics.select, question);
  const parameters = new Parameters();
  const { breakdown } = query;
  const chosen = query.breakdown_value !== undefined && breakdown ? [breakdown] : [];
  const read = [...new Set<BeginningValue>([...values, ...chosen])];
  const moment = parameters.add('Int64', now.getTime());
  const columns = [
    'entered',
    'actor',
    'level',
    'revenue',
    openSql(definition, moment),
    ...planOf(definition).required.map((_, position) => `place${position}`),
    ...values.map((name) => `its_${name}`),
  ];
  const conditions = [chosenPeople(definition, query, { now, parameters })];
  if (after) {
    const entered = parameters.add('Int64', after.entered);
    const actor = parameters.add('UInt64', after.actor);
    conditions.push(`(entered < ${entered} OR (entered = ${entered} AND actor < ${actor}))`);
  }
  const sql = `SELECT ${columns.map((one) => `toString(${one})`).join(', ')}
FROM (${peopleSql({ question, twice, parameters, values: read, isExact: true })}) AS people
WHERE ${conditions.join(' AND ')}
ORDER BY people.entered DESC, people.actor DESC
LIMIT ${limit}`;
  return analytics.select({ sql, parameters: parameters.values });
}

const listedCells = (steps: number): number => 5 + steps;

function listedOf(
  { question, definition }: RequestedFunnel,
  cells: readonly (string | null)[],
): Listed {
  const [entered = '0', actor = '', level = '0', revenue = '0', open] = cells;
  const from = question.window.from.getTime();
  const { required } = planOf(definition);
  const places = cells.slice(5, listedCells(required.length)).filter((place) => place !== '0');
  const taken = Number(level) === 0 ? places.slice(0, 1) : places.slice(0, Number(level));
  return {
    entered: Number(entered),
    actor: actor ?? '',
    beginning: cells[5] ?? '',
    times:
      taken.length > 0
        ? taken.map((place) => Number(BigInt(place ?? 0) >> BigInt(timeShift)) + from)
        : [Number(entered)],
    revenue: revenue ?? '0',
    isConverted: Number(level) === required.length,
    isOpen: open === '1',
  };
}

const valuesIn = (cells: readonly (string | null)[]): Values => {
  const [person = '', click_id = '', affid = '', channel = '', campaign_id = '', ...place] =
    cells.map((cell) => cell ?? '');
  const [country = '', device = ''] = place;
  return { person, click_id, affid, channel, campaign_id, country, device };
};

/** The values of the events with which these attempts began. */
async function valuesOf(
  { analytics, question }: RequestedFunnel,
  people: readonly Listed[],
): Promise<ReadonlyMap<string, Values>> {
  const times = people.map(({ entered }) => entered);
  if (times.length === 0) return new Map();
  const twice = await twiceReported(analytics.select, question);
  const parameters = new Parameters();
  const actors = parameters.add(
    'Array(String)',
    people.map(({ actor }) => actor),
  );
  const first = new Date(times.reduce((a, b) => Math.min(a, b)));
  const last = new Date(times.reduce((a, b) => Math.max(a, b)));
  const conditions = [
    `event_time >= ${parameters.millisecond(first)}`,
    `event_time <= ${parameters.millisecond(last)}`,
    `actor IN (SELECT toUInt64(arrayJoin(${actors})))`,
  ];
  const sql = `SELECT toString(actor), toString(place),
  ${shown.map((name) => `toString(its_${name})`).join(', ')}
FROM (${beginningsSql({ question, twice, parameters, values: shown, conditions })})`;
  const rows = await analytics.select({ sql, parameters: parameters.values });
  const beginnings = new Map(people.map((one) => [one.actor, one.beginning]));
  return new Map(
    rows.flatMap(([actor, place, ...cells]) =>
      actor && beginnings.get(actor) === place ? [[actor, valuesIn(cells)] as const] : [],
    ),
  );
}

async function described(
  { analytics, scope, definition, places, isPaid }: RequestedFunnel,
  people: readonly Listed[],
  values: ReadonlyMap<string, Values>,
): Promise<FunnelPerson[]> {
  const { required } = planOf(definition);
  const ids = [...values.values()].map(({ campaign_id }) => campaign_id).filter(Boolean);
  const campaigns = await analytics.names.labels('campaign', [scope], [...new Set(ids)]);
  return people.map(({ actor, entered, times, revenue, isConverted, isOpen }) => {
    const its = values.get(actor);
    return {
      person: its?.person ?? actor,
      entered_at: new Date(entered).toISOString(),
      furthest_step: required[times.length - 1]?.slug ?? '',
      furthest_at: new Date(times.at(-1) ?? entered).toISOString(),
      step_times: times.map((time) => new Date(time).toISOString()),
      click_id: its?.click_id || null,
      affid: its?.affid || null,
      channel: its?.channel || null,
      campaign_id: its?.campaign_id || null,
      campaign: campaigns.get(its?.campaign_id ?? '') ?? null,
      country: its?.country || null,
      device: its?.device || null,
      revenue: isPaid ? roundDecimal(revenue, places) : null,
      converted: isConverted,
      open: isOpen,
    };
  });
}
