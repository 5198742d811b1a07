import type { filterOperators } from '#contract/analytics/cube.ts';
import type { Granularity, Window } from '#contract/period.ts';

export type Operator = (typeof filterOperators)[number];

export type Filter =
  | { member: string; operator: Exclude<Operator, 'inDateRange'>; values: readonly string[] }
  | { member: string; operator: 'inDateRange'; window: Window }
  | { and: readonly Filter[] }
  | { or: readonly Filter[] };

export type Direction = 'asc' | 'desc';

/** A question in the words of the model, with every date already an instant. Members go by their short names. */
export type Query = {
  measures: readonly string[];
  dimensions?: readonly string[];
  /** Null groups nothing. */
  granularity?: Granularity | null;
  window?: Window | null;
  /** Instead of one window several that share no moment, the earliest first: each row says in which of them it lies. */
  windows?: readonly Window[];
  filters?: readonly Filter[];
  order?: readonly (readonly [member: string, direction: Direction])[];
  /** Of each window. */
  limit?: number;
  offset?: number;
  timezone: string;
  /** Only what was known at this instant. */
  asOf?: Date | undefined;
};

export const timeMember = 'hour';
/** Where a row says in which of several windows it lies: its place among them. */
export const windowMember = 'window';

/** A question that the model cannot answer; `field` is the part of the query that is wrong. */
export class QueryProblem extends Error {
  readonly field: string;

  constructor(field: string, message: string) {
    super(message);
    this.name = 'QueryProblem';
    this.field = field;
  }
}
