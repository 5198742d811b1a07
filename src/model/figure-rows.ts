import type { FigurePage, FigureQuestion } from '#contract/figure-question.ts';
import type { FigureRow } from '#contract/figure-rows.ts';
import type { ListPage, PageRequest } from './paged-list.ts';

/** One conversion may be in several rows, so each row has an id by its place. */
export type PlacedRow = { id: string; row: FigureRow };
export type FigureListPage = FigurePage & ListPage<PlacedRow>;
export type FigureRowsAsked = PageRequest<FigureQuestion, Record<never, never>>;
