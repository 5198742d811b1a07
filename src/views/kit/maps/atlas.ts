import type { OpenedRow } from '#contract/analytics/report-query.ts';

export type Shape = {
  /** The key of its rows: a country code or a state code. */
  key: string;
  path: string;
  /** The centre, in the map's units. */
  x: number;
  y: number;
};

/** The shapes of a map of this size. */
export type Atlas = { width: number; height: number; shapes: readonly Shape[] };

/** A country or a state with its figures. */
export type Place = {
  key: string;
  name: string;
  revenue: number;
  /** The figures of the tooltip. */
  figures: readonly { name: string; value: string }[];
  /** The rows that open when the user chooses the place; without them it cannot be chosen. */
  cell?: readonly OpenedRow[];
};
