/** A row keeps its id from page to page. */
export type ListedRow = { id: string | number };
export type RowId = ListedRow['id'];

/** One page of rows and the cursor of the next page; null on the last page. */
export type ListPage<Row extends ListedRow> = { rows: Row[]; next: string | null };

/** The query is what the list is about, the filter narrows it. */
type Question<Query, Filter> = { query: Query; filter: Filter };

export type PageRequest<Query, Filter> = Question<Query, Filter> & {
  /** Null for the first page. */
  cursor: string | null;
  /** Whether the rows were on screen before. */
  isRefresh: boolean;
};

export type ActionRequest<Query, Filter, Action> = Question<Query, Filter> & {
  action: Action;
  /** The selected rows. An action may apply to all rows of the filter instead. */
  ids: RowId[];
};

/** The rows for which an action was refused, each with the reason. */
export type ActionResult = { refused: readonly { id: RowId; message: string }[] };
