/** One result row by member; the key of a time bucket has a granularity, such as `hour.day`. Figures are texts. */
export type Row = Record<string, string | null>;
