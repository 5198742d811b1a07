import {
  type Grouping,
  groupings,
  type TableSort,
  unattributed,
} from '#contract/analytics/report-query.ts';
import { extraOfSort } from '#contract/analytics/table-order.ts';
import type { PageSize, TableState } from '#contract/saved-views/table-state.ts';
import type { Crumb, Question, Source, TableQuestion } from '#model/query.ts';
import { type ColumnName, extrasOf, usualColumns } from './table-columns.ts';

/** What an address carries of the table. */
export type TableView = {
  grouping: Grouping;
  /** The rows that were opened on the way here, from the outermost on. */
  path: Crumb[];
  sort: TableSort;
  order: 'asc' | 'desc';
  pageSize: PageSize;
  /** Only rows with server revenue above 0. */
  isEarning: boolean;
};

export type BreakdownContext = TableView & {
  question: Question;
  columns: ColumnName[];
  /** Counted from 1. */
  page: number;
  /** What the names of the rows shown contain; empty for all. */
  find: string;
};

/** What the address asks for, and the columns that somebody chose once. */
export type TableRecalled = {
  type: 'table.recalled';
  opening: TableState;
  columns: string[] | undefined;
};

export const usualView: TableView = {
  grouping: 'campaign_id',
  path: [],
  sort: 'revenue',
  order: 'desc',
  pageSize: 10,
  isEarning: true,
};

export const startingWith = (question: Question): BreakdownContext => ({
  ...usualView,
  question,
  columns: usualColumns,
  page: 1,
  find: '',
});

/** The view that an opening asks for. A path that groups by the same twice leads nowhere and is left out. */
export function viewOf(opening: TableState): TableView {
  const { grouping = usualView.grouping, path = usualView.path } = opening;
  const taken = [grouping, ...path.map((crumb) => crumb.grouping)];
  const sort = opening.sort ?? usualOrder(grouping).sort;
  return {
    grouping,
    path: new Set(taken).size === taken.length ? path : [],
    sort,
    order: opening.order ?? usualOrder(grouping, sort).order,
    pageSize: opening.pageSize ?? usualView.pageSize,
    isEarning: opening.isEarning ?? usualView.isEarning,
  };
}

/** What an opening has to say to lead to a view: only what is not as by default. */
export const tableOpeningOf = (view: TableView): TableState => ({
  ...(view.grouping === usualView.grouping && view.path.length === 0
    ? {}
    : { grouping: view.grouping }),
  ...(view.path.length === 0 ? {} : { path: view.path }),
  ...(view.sort === usualOrder(view.grouping).sort ? {} : { sort: view.sort }),
  ...(view.order === usualOrder(view.grouping, view.sort).order ? {} : { order: view.order }),
  ...(view.pageSize === usualView.pageSize ? {} : { pageSize: view.pageSize }),
  ...(view.isEarning === usualView.isEarning ? {} : { isEarning: view.isEarning }),
});

const isTime = (grouping: Grouping): boolean => grouping === 'date' || grouping === 'hour';

/** Days and hours begin in the order of time, everything else with what earned most. */
function usualOrder(grouping: Grouping, sort?: TableSort): Pick<TableView, 'sort' | 'order'> {
  const isOfTime = isTime(grouping) && (sort === undefined || sort === 'label');
  return isOfTime
    ? { sort: 'label', order: 'asc' }
    : { sort: sort ?? usualView.sort, order: usualView.order };
}

/** The order of rows of another kind: the one that somebody chose, unless time begins or ends. */
export const orderAmong = (
  { grouping, sort, order }: Pick<TableView, 'grouping' | 'sort' | 'order'>,
  wanted: Grouping,
): Pick<TableView, 'sort' | 'order'> =>
  isTime(wanted) !== isTime(grouping) && (isTime(wanted) || sort === 'label')
    ? usualOrder(wanted)
    : { sort, order };

/** Figures start with the highest, names with the first; the second choice of the same turns the order. */
export function orderAfter(view: Pick<TableView, 'sort' | 'order'>, sort: TableSort) {
  if (view.sort === sort) return view.order === 'desc' ? 'asc' : 'desc';
  return sort === 'label' ? 'asc' : 'desc';
}

type Place = { grouping: Grouping; path: readonly Pick<Crumb, 'grouping' | 'key'>[] };

/** Rows grouped by what was opened above them would all be the same. */
export const isFree = ({ grouping, path }: Place, wanted: Grouping): boolean =>
  wanted !== grouping && path.every((crumb) => crumb.grouping !== wanted);

/** What conversions say of themselves: by nothing else can those be told apart that no click earned. */
const own: readonly Grouping[] = [
  'country',
  'state',
  'device',
  'offer_id',
  'affid',
  'date',
  'hour',
];

const isTelling = ({ path }: Place, grouping: Grouping): boolean =>
  own.includes(grouping) || path.every(({ key }) => key !== unattributed.key);

/** By what rows can be grouped here. */
export const freeGroupings = (place: Place): Grouping[] =>
  groupings.filter((grouping) => isFree(place, grouping) && isTelling(place, grouping));

/** Where the row of a key leads, before anybody says by what. */
export const below = ({ grouping, path }: Place, key: string | null): Place => ({
  grouping,
  path: [...path, { grouping, key }],
});

const children: Record<Grouping, readonly Grouping[]> = {
  channel: ['campaign_id', 'utm_source'],
  campaign_id: ['adset_id', 'ad_id'],
  adset_id: ['ad_id'],
  ad_id: [],
  utm_source: ['utm_medium', 'utm_campaign'],
  utm_medium: ['utm_campaign', 'utm_content'],
  utm_campaign: ['utm_content'],
  utm_content: [],
  referrer: ['campaign_id'],
  affid: ['affsub', 'campaign_id'],
  affsub: ['campaign_id'],
  offer_id: ['affid'],
  country: ['state'],
  state: ['device'],
  device: [],
  hour: ['campaign_id'],
  date: ['hour'],
};
const otherwise: readonly Grouping[] = [
  'campaign_id',
  'adset_id',
  'ad_id',
  'country',
  'device',
  'affid',
  'date',
  'hour',
];

/** What a row opens to unless somebody asks for something else; null when there is nothing left to group by. */
export function childOf(place: Place, key: string | null): Grouping | null {
  const free = freeGroupings(below(place, key));
  const wanted = [...children[place.grouping], ...otherwise, ...own, ...free];
  return wanted.find((grouping) => free.includes(grouping)) ?? null;
}

/**
 * Pages are cut from the first 500 rows; whoever wants all, or looks for one, is given as many as an answer can hold.
 * So is time, whose first rows are not its best.
 */
export function tableQuestion(context: BreakdownContext): TableQuestion {
  const { question, grouping, path, sort, order, isEarning, pageSize, find, columns } = context;
  const extras = extrasOf(columns, extraOfSort(sort));
  const isWhole = pageSize === 'all' || find !== '' || isTime(grouping);
  return {
    ...question,
    source: extras.length > 0 ? 'rest' : sourceFor(question.source, context),
    grouping,
    path,
    sort,
    order,
    isEarning,
    extras,
    limit: isWhole ? 100_000 : 500,
  };
}

/** The analytics endpoint has no moments as keys, and no names for what only the accounts side can name. */
const sourceFor = (
  source: Source,
  { grouping, path }: Pick<TableView, 'grouping' | 'path'>,
): Source =>
  ['hour', 'date', 'affid', 'offer_id', 'state'].includes(grouping) ||
  path.some((crumb) => crumb.grouping === 'hour' || crumb.grouping === 'date' || isNameless(crumb))
    ? 'rest'
    : source;

/** As an address carries it: nobody has said yet what it is called, and the endpoint names rows alone. */
const isNameless = ({ grouping, key, label }: Crumb): boolean =>
  label === key &&
  ['campaign_id', 'adset_id', 'ad_id', 'affid', 'offer_id', 'country', 'state'].includes(grouping);
