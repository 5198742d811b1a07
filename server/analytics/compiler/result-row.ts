/**
 * One row of an answer by member; the bucket of a granularity stands under `hour.day` and the like. Figures are texts.
 */
export type Row = Record<string, string | null>;
