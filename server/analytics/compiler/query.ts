import type { filterOperators } from '#contract/analytics/cube.ts';
import type { Granularity, Window } from '#contract/period.ts';

/** The operators of statements; the analytics endpoint turns those of single dates into windows. */
export type Operator = Exclude<
  (typeof filterOperators)[number],
  'beforeDate' | 'beforeOrOnDate' | 'afterDate' | 'afterOrOnDate'
>;

export type Filter =
  | { member: string; operator: Exclude<Operator, 'inDateRange'>; values: readonly string[] }
  | { member: string; operator: 'inDateRange'; window: Window }
  | { and: readonly Filter[] }
  | { or: readonly Filter[] };

export type Direction = 'asc' | 'desc';

/** A query in the members of the model, with every date already an instant. Members go by their short names. */
export type Query = {
  measures: readonly string[];
  dimensions?: readonly string[];
  /** Null means no time grouping. */
  granularity?: Granularity | null;
  window?: Window | null;
  /** Several disjoint windows in order of time in place of one: each row says which window it belongs to. */
  windows?: readonly Window[];
  filters?: readonly Filter[];
  order?: readonly (readonly [member: string, direction: Direction])[];
  /** Per window. */
  limit?: number;
  offset?: number;
  timezone: string;
  /** The time zone of each project, for costs that are spread over the clicks of their day. */
  zones?: ReadonlyMap<number, string> | undefined;
  /** Reads the data as it was known at this instant. */
  asOf?: Date | undefined;
};

export const timeMember = 'hour';
/** The member that holds the index of a row's window. */
export const windowMember = 'window';

/** A query that the model cannot answer; `field` names the faulty part of the query. */
export class QueryProblem extends Error {
  readonly field: string;

  constructor(field: string, message: string) {
    super(message);
    this.name = 'QueryProblem';
    this.field = field;
  }
}
