import type { FigureRow, FigureRows } from '#contract/analytics/figure-rows.ts';
import type { OpenedRow } from '#contract/analytics/report-query.ts';
import type { Period } from '#contract/period.ts';
import type { ListPage, PageRequest } from './paged-list.ts';
import type { Question } from './query.ts';

/** A figure on screen that somebody wants to see the rows of. */
export type ShownFigure = {
  /** A measure, or what a card calls it. */
  name: string;
  /** The row, bar or area it stands in; the whole selection where there is none. */
  cell: readonly OpenedRow[];
  /** Days of its own: those of a month lie outside of the range. */
  period?: Period;
  /** A project of its own, of which all affiliates count: that of a payment in the list of every project. */
  project?: number;
  /** Affiliates of its own, by id: those that a sum adds up, whoever is chosen. */
  affiliates?: readonly number[];
};

export type FigureQuestion = Question & { figure: ShownFigure };

/** One page of rows, with the figure they add up to. */
export type FigurePage = { found: FigureRows; currency: string };

/** One conversion may be in several rows, so each row has an id by its place. */
export type PlacedRow = { id: string; row: FigureRow };
export type FigureListPage = FigurePage & ListPage<PlacedRow>;
export type FigureRowsRequest = PageRequest<FigureQuestion, Record<never, never>>;
