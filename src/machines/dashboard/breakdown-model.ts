import {
  childrenOf,
  type Grouping,
  groupings,
  isLevel,
  levels,
  namesOfValues,
  ownDimensions,
  placeDimensions,
  timeDimensions,
} from '#contract/analytics/dimensions.ts';
import { needsEstimate } from '#contract/analytics/known-cost.ts';
import { type TableSort, unattributed } from '#contract/analytics/report-query.ts';
import { extraOfSort } from '#contract/analytics/table-order.ts';
import { parentGroupings } from '#contract/analytics/table-parents.ts';
import type { PageSize, TableState } from '#contract/saved-views/table-state.ts';
import type { Crumb, Question, Source, TableQuestion } from '#model/query.ts';
import { type ColumnName, defaultColumns, extrasOf, isDefaultColumns } from './table-columns.ts';

/** The table settings that an address contains. */
export type TableView = {
  grouping: Grouping;
  /** The opened rows, outermost first. */
  path: Crumb[];
  sort: TableSort;
  order: 'asc' | 'desc';
  pageSize: PageSize;
  /** Only rows with server revenue above 0. */
  isEarning: boolean;
  /** Whether the rows that spent without revenue are shown; null for the default of the grouping. */
  isSpentOpen: boolean | null;
  /** Whether costs are spread over clicks where rows or filters name what costs do not. */
  isEstimating: boolean;
};

export type BreakdownContext = TableView & {
  question: Question;
  columns: ColumnName[];
  /** The page, counted from 1. */
  page: number;
  /** The page of the rows that spent without revenue. */
  spentPage: number;
  /** The search text for row names; empty for all rows. */
  find: string;
};

/** The table state in the address, and the stored columns. */
export type TableRecalledEvent = {
  type: 'table.recalled';
  opening: TableState;
  columns: string[] | undefined;
};

export const defaultView: TableView = {
  grouping: 'campaign_id',
  path: [],
  sort: 'revenue',
  order: 'desc',
  pageSize: 10,
  isEarning: true,
  isSpentOpen: null,
  isEstimating: true,
};

/** The pages after a change of the rows. */
export const firstPages = { page: 1, spentPage: 1 };

export const initialBreakdown = (question: Question): BreakdownContext => ({
  ...defaultView,
  question,
  columns: defaultColumns,
  ...firstPages,
  find: '',
});

/** The settings for a table state of an address. A path that contains a grouping twice is ignored. */
export function viewOf(opening: TableState): TableView {
  const { grouping = defaultView.grouping, path = defaultView.path } = opening;
  const taken = [grouping, ...path.map((crumb) => crumb.grouping)];
  const sort = opening.sort ?? defaultOrder(grouping).sort;
  return {
    grouping,
    path: new Set(taken).size === taken.length ? path : [],
    sort,
    order: opening.order ?? defaultOrder(grouping, sort).order,
    pageSize: opening.pageSize ?? defaultView.pageSize,
    isEarning: opening.isEarning ?? defaultView.isEarning,
    isSpentOpen: opening.isSpentOpen ?? defaultView.isSpentOpen,
    isEstimating: opening.isEstimating ?? defaultView.isEstimating,
  };
}

/** The table state for an address: only what differs from the default. */
export const tableStateOf = (view: TableView & { columns?: ColumnName[] }): TableState => ({
  ...(view.grouping === defaultView.grouping && view.path.length === 0
    ? {}
    : { grouping: view.grouping }),
  ...(view.path.length === 0 ? {} : { path: view.path }),
  ...(view.sort === defaultOrder(view.grouping).sort ? {} : { sort: view.sort }),
  ...(view.order === defaultOrder(view.grouping, view.sort).order ? {} : { order: view.order }),
  ...(view.pageSize === defaultView.pageSize ? {} : { pageSize: view.pageSize }),
  ...(view.isEarning === defaultView.isEarning ? {} : { isEarning: view.isEarning }),
  ...(view.isSpentOpen === null ? {} : { isSpentOpen: view.isSpentOpen }),
  ...(view.isEstimating ? {} : { isEstimating: false }),
  ...(view.columns && !isDefaultColumns(view.columns) ? { columns: view.columns } : {}),
});

const isTime = (grouping: Grouping): boolean => timeDimensions.includes(grouping);

/** The default order: days and hours by time, everything else by revenue. */
function defaultOrder(grouping: Grouping, sort?: TableSort): Pick<TableView, 'sort' | 'order'> {
  const isOfTime = isTime(grouping) && (sort === undefined || sort === 'label');
  return isOfTime
    ? { sort: 'label', order: 'asc' }
    : { sort: sort ?? defaultView.sort, order: defaultView.order };
}

/** The order after a change of grouping: the chosen one, unless the change is to or from time. */
export const orderForGrouping = (
  { grouping, sort, order }: Pick<TableView, 'grouping' | 'sort' | 'order'>,
  wanted: Grouping,
): Pick<TableView, 'sort' | 'order'> =>
  isTime(wanted) !== isTime(grouping) && (isTime(wanted) || sort === 'label')
    ? defaultOrder(wanted)
    : { sort, order };

/** The order after a click on a column: figures start descending, names ascending; a second click reverses it. */
export function toggledOrder(view: Pick<TableView, 'sort' | 'order'>, sort: TableSort) {
  if (view.sort === sort) return view.order === 'desc' ? 'asc' : 'desc';
  return sort === 'label' ? 'asc' : 'desc';
}

type TableLevel = { grouping: Grouping; path: readonly Pick<Crumb, 'grouping' | 'key'>[] };

/** Whether no opened row already fixes this grouping: all its rows would be the same. */
export const isUnused = ({ grouping, path }: TableLevel, wanted: Grouping): boolean =>
  wanted !== grouping && path.every((crumb) => crumb.grouping !== wanted);

const isUseful = ({ path }: TableLevel, grouping: Grouping): boolean =>
  ownDimensions.includes(grouping) || path.every(({ key }) => key !== unattributed.key);

/** A buyer who looks at ad sets or ads looks for those that waste money. */
const openAtOnce: readonly Grouping[] = levels.slice(1);

/** Whether the rows that spent without revenue are shown. A search looks among them too. */
export const showsSpent = ({
  grouping,
  isSpentOpen,
  find,
}: Pick<BreakdownContext, 'grouping' | 'isSpentOpen' | 'find'>): boolean =>
  isSpentOpen ?? (find !== '' || openAtOnce.includes(grouping));

/** The groupings that are available at a level. */
export const availableGroupings = (place: TableLevel): Grouping[] =>
  groupings.filter((grouping) => isUnused(place, grouping) && isUseful(place, grouping));

/** The level that a row opens. */
export const levelBelow = ({ grouping, path }: TableLevel, key: string | null): TableLevel => ({
  grouping,
  path: [...path, { grouping, key }],
});

/** The default grouping below a row; null when none is left. */
export function childGroupingOf(place: TableLevel, key: string | null): Grouping | null {
  const free = availableGroupings(levelBelow(place, key));
  const wanted = [...childrenOf(place.grouping), ...levels, ...placeDimensions, ...free];
  return wanted.find((grouping) => free.includes(grouping)) ?? null;
}

/**
 * Pages are cut from the first 500 rows; "all", a search and time groupings need every row that a response can contain.
 */
export function tableQuestion(context: BreakdownContext): TableQuestion {
  const { question, grouping, path, sort, order, isEarning, pageSize, find, columns } = context;
  const extras = extrasOf(columns, extraOfSort(sort));
  if (parentGroupings(grouping, path).length > 0) extras.push('parents');
  const isEstimated = context.isEstimating && isEstimateNeeded(context);
  const needsAllRows = pageSize === 'all' || find !== '' || isTime(grouping);
  return {
    ...question,
    isEstimated,
    source: extras.length > 0 || isEstimated ? 'rest' : sourceFor(question.source, context),
    grouping,
    path,
    sort,
    order,
    isEarning,
    spent: showsSpent(context) ? 'rows' : 'sums',
    extras,
    limit: needsAllRows ? 100_000 : 500,
  };
}

/** Whether rows, filters or opened rows name what costs do not. */
export const isEstimateNeeded = ({
  question: { filters, countries, offerIds },
  grouping,
  path,
}: Pick<BreakdownContext, 'question' | 'grouping' | 'path'>): boolean =>
  needsEstimate(grouping, { ...filters, country: countries, offer_id: offerIds }, path);

/** The Cube endpoint has no hours or days as keys and names only what filters list. */
const sourceFor = (
  source: Source,
  { grouping, path }: Pick<TableView, 'grouping' | 'path'>,
): Source =>
  isTime(grouping) ||
  !isNamedByFilter(grouping) ||
  path.some((crumb) => isTime(crumb.grouping) || isUnnamed(crumb))
    ? 'rest'
    : source;

const isNamedByFilter = (grouping: Grouping): boolean => {
  const names = namesOfValues(grouping);
  return names === undefined || names === 'country' || isLevel(grouping);
};

/** Whether a crumb from an address has no name yet; the endpoint returns names of rows only. */
const isUnnamed = ({ grouping, key, label }: Crumb): boolean =>
  label === key && namesOfValues(grouping) !== undefined;
