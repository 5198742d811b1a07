import type { DecimalMark } from '#contract/amount-text.ts';
import type { ExpectedAffiliates, MatchedBy } from '#contract/conversions/reconciliation.ts';

/** A file from the browser; only services read its content. */
export type ChosenFile = { readonly name: string; readonly size: number };

/** How the file is read and what it should contain; the server detects what is not chosen. */
export type ColumnChoice = {
  columns: { id?: string; status?: string | null; value?: string | null };
  matchBy?: MatchedBy;
  /** What the decimals come after; the server detects it unless the file leaves it open. */
  decimal?: DecimalMark;
  /** The days whose conversions should be in the file; if missing, the days in it. */
  days?: { start: string; end: string };
  affiliates?: ExpectedAffiliates;
};

export type ReconcileRequest = {
  project: number;
  /** The zone of the days. */
  timezone: string;
  file: ChosenFile | null;
  choice: ColumnChoice;
};
