/** A row keeps its id from page to page. */
export type ListedRow = { id: string | number };
export type RowId = ListedRow['id'];

/** Some rows, and the cursor of the page behind them; null after the last row. */
export type ListPage<Row extends ListedRow> = { rows: Row[]; next: string | null };

/** The query is what the list is about, the filter narrows it. */
type Question<Query, Filter> = { query: Query; filter: Filter };

export type PageRequest<Query, Filter> = Question<Query, Filter> & {
  /** Null for the first page. */
  cursor: string | null;
  /** Whether the rows were on screen before. */
  isRefresh: boolean;
};

export type ActRequest<Query, Filter, Act> = Question<Query, Filter> & {
  act: Act;
  /** The selected rows. An act may be about all rows of the filter instead. */
  ids: RowId[];
};

/** The rows that an act was refused for; each says why. */
export type ActResult = { refused: readonly { id: RowId; message: string }[] };
