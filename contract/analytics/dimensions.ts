import { type DimensionRow, dimensionRows } from './dimension-rows.ts';

type Row = (typeof dimensionRows)[number];
type Named<Part> = Extract<Row, Part>['name'];

/** The dimensions by which the rows of a table can be grouped. */
export type Grouping = Row['name'];
/** Every column of events and conversions that is a dimension. */
export type StoredDimension = Named<{ from: 'click' | 'claim' | 'place' }>;
export type ClickDimension = Named<{ from: 'click' }>;
export type ClaimDimension = Named<{ from: 'claim' }>;
export type PlaceDimension = Named<{ from: 'place' }>;
/** The column of a conversion for what it names itself, whichever click earns it. */
export type OwnColumn = `own_${ClaimDimension | PlaceDimension}`;
/** The dimensions whose values are texts even where nothing is known. */
export type KnownDimension = Named<{ none: string }>;
export type NameField = Extract<Row, { nameField: string }>['nameField'];
/** Hours of the day and days of the week. */
export type CyclicDimension = Named<{ names: 'clock' | 'day' }>;
/** The dimensions that cost rows carry as columns. */
export type CostDimension = Exclude<Named<{ hasCost: true }>, Named<{ from: 'time' }>>;
/** Campaign, ad set and ad, whose names events and costs give. */
export type Level = Named<{ names: 'campaign' | 'adset' | 'ad' }>;
export type LabelKind = Extract<Row, { name: Level }>['names'];
/** What a report can be filtered by. */
export type FilterGroup = Named<{ filter: string }>;
/** The filters whose parameter has the name of the dimension. */
export type OriginFilter = FilterGroup & FilterParameter;
export type FilterParameter = Extract<Row, { filter: string }>['filter'];
/** The dimensions that the address of a landing page may name. */
export type AddressDimension = Named<{ sent: { by: 'address' } }>;

const rows: readonly (DimensionRow & { name: Grouping })[] = dimensionRows;

const namesOf = <Name extends Grouping>(isOne: (row: DimensionRow) => boolean): readonly Name[] =>
  rows.filter(isOne).map(({ name }) => name as Name);

export const groupings = namesOf<Grouping>(() => true) as [Grouping, ...Grouping[]];
export const storedDimensions = namesOf<StoredDimension>(({ from }) => from !== 'time');
export const clickDimensions = namesOf<ClickDimension>(({ from }) => from === 'click');
export const claimDimensions = namesOf<ClaimDimension>(({ from }) => from === 'claim');
export const placeDimensions = namesOf<PlaceDimension>(({ from }) => from === 'place');
/** What a conversion itself may name. */
const namedByConversions = [...claimDimensions, ...placeDimensions];
export const ownColumns = namedByConversions.map((name) => `own_${name}` as const);
/** The dimensions whose values are ids with names. */
export const namedDimensions = namesOf<Named<{ nameField: string }>>(
  ({ nameField }) => nameField !== undefined,
);
export const timeDimensions = namesOf(({ from }) => from === 'time');
/** The facts of a conversion itself: unattributed conversions have no click and differ only by these. */
export const ownDimensions = namesOf(({ from }) => from !== 'click');
/** The dimensions by which costs can be divided. */
export const costGroupings = namesOf(({ hasCost }) => hasCost === true);
export const costDimensions = namesOf<CostDimension>(
  ({ hasCost, from }) => hasCost === true && from !== 'time',
);
/** A campaign has ad sets, and an ad set has ads. Every paid click has all of them. */
export const levels = namesOf<Level>(
  ({ names }) => names === 'campaign' || names === 'adset' || names === 'ad',
);
export const isLevel = (name: Grouping): name is Level => levels.some((level) => level === name);
/** The kind of names that events and costs give a campaign, an ad set or an ad. */
export const labelKindOf = (level: Level) => dimensionOf(level).names as LabelKind;
/** The field of an event that gives its campaign, ad set or ad a name. */
export const nameFieldOf = (level: Level) => `${labelKindOf(level)}_name` as const;

export const originFilters = namesOf<OriginFilter>(({ name, filter }) => filter === name) as [
  OriginFilter,
  ...OriginFilter[],
];
/** The filters in the order of the screen, those with a parameter of their own first. */
export const filterGroups: readonly FilterGroup[] = [
  ...namesOf<FilterGroup>(({ name, filter }) => filter !== undefined && filter !== name),
  ...originFilters,
];
export const addressDimensions = namesOf<AddressDimension>(({ sent }) => sent?.by === 'address');
/** What browsers may send. */
export const browserDimensions = namesOf<StoredDimension>(
  ({ sent }) => sent !== undefined && sent.by !== 'server',
);

const byName = new Map(rows.map((row) => [row.name, row]));

export function dimensionOf(name: Grouping): DimensionRow {
  const row = byName.get(name);
  if (!row) throw new Error(`There is no dimension ${name}.`);
  return row;
}

/** Whether the values of a dimension come again each week or day. */
export const isCyclic = (name: Grouping): name is CyclicDimension => {
  const { names } = dimensionOf(name);
  return names === 'clock' || names === 'day';
};

/** A value for each of some dimensions. */
export const byDimension = <Name extends string, Value>(
  names: readonly Name[],
  of: (name: Name) => Value,
): Record<Name, Value> =>
  Object.fromEntries(names.map((name) => [name, of(name)])) as Record<Name, Value>;

/** A value for each column of what a conversion itself names. */
export const byOwnColumn = <Value>(
  of: (name: ClaimDimension | PlaceDimension) => Value,
): Record<OwnColumn, Value> =>
  Object.fromEntries(namedByConversions.map((name) => [`own_${name}`, of(name)])) as Record<
    OwnColumn,
    Value
  >;

const childOf = (name: Grouping): Grouping | undefined =>
  rows.find(({ parent }) => parent === name)?.name;

/** The grouping that a row opens by default. */
export const defaultChild: Partial<Record<Grouping, Grouping>> = Object.fromEntries(
  groupings.flatMap((name) => {
    const child = childOf(name);
    return child ? [[name, child]] : [];
  }),
);

/** What a row can open, the best first. */
export const childrenOf = (name: Grouping): readonly Grouping[] => {
  const child = childOf(name);
  return [...(child ? [child] : []), ...(dimensionOf(name).opens as readonly Grouping[])];
};

/** The text of a dimension without a value. */
export const noneOf = (name: StoredDimension): string => dimensionOf(name).none ?? '';

/** How events send a dimension. */
export function sentForm(name: StoredDimension): NonNullable<DimensionRow['sent']> {
  const { sent } = dimensionOf(name);
  if (!sent) throw new Error(`Events do not send ${name}.`);
  return sent;
}

/** The parameter of a report that filters by a dimension. */
export const parameterOf = (group: FilterGroup): FilterParameter =>
  dimensionOf(group).filter as FilterParameter;

/** The values of each filter, by its dimension. */
export const filtersIn = <Values>(
  parameters: Partial<Record<FilterParameter, Values>>,
): Record<FilterGroup, Values | undefined> =>
  byDimension(filterGroups, (group) => parameters[parameterOf(group)]);

/** What a dimension is, and what its stored values are. */
export function descriptionOf(name: Grouping): string {
  const { definition, code } = dimensionOf(name);
  return code ? `${definition} ${code}` : definition;
}

/** Whose names the values of a dimension have; undefined where they are their own names. */
export const namesOfValues = (name: Grouping): DimensionRow['names'] => dimensionOf(name).names;
