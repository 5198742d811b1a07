/** The kind of a column: text, flag, or figures by their unit. */
export type Kind = 'text' | 'flag' | 'count' | 'currency' | 'ratio' | 'number';
/** An amount with the decimal places of its currency. */
type Money = { amount: number; places: number };
export type Cell = string | number | boolean | Money | null;
export type Column = { name: string; kind: Kind };
type Row = readonly Cell[];

/** A table that is written row by row. */
export type Table = {
  columns: readonly Column[];
  rows: Iterable<Row> | AsyncIterable<Row>;
};

/** What a file tells about its rows, line by line. */
export type Notes = readonly (readonly [name: string, text: string])[];

/** What a file for spreadsheets holds. */
export type Workbook = {
  title: string;
  /** The file without its ending. */
  name: string;
  rows: Table;
  /** The lines that sum the rows up, if there are any. */
  total: Table | null;
  notes: Notes;
};

export const noteColumns: readonly Column[] = [
  { name: 'name', kind: 'text' },
  { name: 'text', kind: 'text' },
];

export const isMoney = (cell: Cell): cell is Money => typeof cell === 'object' && cell !== null;

/** Columns of days, months and instants are known by their names. */
export const isTimeColumn = ({ name, kind }: Column): boolean =>
  kind === 'text' && /(^|_)(date|start|hour|month|time|at)$|^at_/.test(name);

/** Whole numbers that name something and are not counted. */
export const isIdColumn = ({ name }: Column): boolean => /(^|_)(id|project)$/.test(name);
