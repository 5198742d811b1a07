import type { ReactNode, Ref, RefObject } from 'react';
import type { FocusPlace } from './focus-place.ts';

export type RowsProps = {
  count: number;
  /** The number of columns of the table. */
  columns: number;
  /** An element around the table: the rows are measured in it. */
  frame: RefObject<HTMLElement | null>;
  /** A row, whose element has its index as `data-index`. */
  rowAt: (index: number) => ReactNode;
  /** A row that is drawn wherever it is, because it takes the focus. */
  kept?: number | null;
  /** The rows to draw before a person comes near the others; without it there is no waiting. */
  atOnce?: number;
  handle?: Ref<RowsHandle>;
  /** Where the focus was before the rows were drawn anew. */
  focus?: FocusPlace | null;
};

/** Draws rows out of sight before the focus moves to them. */
export type RowsHandle = { reach: (index: number) => void };

/** The number of rows drawn until it is known which are in sight. */
export const atFirst = 50;

export const FirstRows = ({ count, rowAt }: Pick<RowsProps, 'count' | 'rowAt'>) =>
  Array.from({ length: Math.min(atFirst, count) }, (_, index) => rowAt(index));
