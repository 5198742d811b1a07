/** One result row by member; a bucket of time stands under `hour.day` and the like. Figures are texts. */
export type Row = Record<string, string | null>;
