import type { OpenedRow } from '#contract/analytics/report-query.ts';

export type Shape = {
  /** What rows are called that belong here: a country code, or the code of a state. */
  key: string;
  path: string;
  /** Its middle, in the units of the drawing. */
  x: number;
  y: number;
};

/** Shapes in one drawing of this size. */
export type Atlas = { width: number; height: number; shapes: readonly Shape[] };

/** A country or a state with its figures. */
export type Place = {
  key: string;
  name: string;
  revenue: number;
  /** Its figures by name, as they are written beside it. */
  figures: readonly { name: string; value: string }[];
  /** How its revenue is asked about, where choosing it opens that. */
  cell?: readonly OpenedRow[];
};
