import type { FigureRow, FigureRows } from '#contract/analytics/figure-rows.ts';
import type { OpenedRow } from '#contract/analytics/report-query.ts';
import type { Period } from '#contract/period.ts';
import type { ListPage, PageRequest } from './paged-list.ts';
import type { Question } from './query.ts';

/** A figure on screen whose rows can be opened. */
export type ShownFigure = {
  /** The name of a measure, or of a card's figure. */
  name: string;
  /** The row, bar or area that shows it; empty for the whole selection. */
  cell: readonly OpenedRow[];
  /** Set if its period differs from the selected one: the figures of a month. */
  period?: Period;
  /** The figure's own project, with all its affiliates: a payment in the list of all projects. */
  project?: number;
  /** The ids of the figure's own affiliates: a sum adds up these, whatever affiliates are selected. */
  affiliates?: readonly number[];
};

export type FigureQuestion = Question & { figure: ShownFigure };

/** One page of rows, with the figure they add up to. */
export type FigurePage = { found: FigureRows; currency: string };

/** A conversion may occur in several rows, so the position of a row is part of its id. */
export type PlacedRow = { id: string; row: FigureRow };
export type FigureListPage = FigurePage & ListPage<PlacedRow>;
export type FigureRowsRequest = PageRequest<FigureQuestion, Record<never, never>>;
