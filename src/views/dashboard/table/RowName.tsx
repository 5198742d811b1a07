import { ChevronRight, Ellipsis } from 'lucide-react';
import type { TableRow } from '#contract/analytics/report.ts';

/** A row as somebody opens it: one of the table, or what no click earned. */
export type Openable = Pick<TableRow, 'key' | 'label' | 'separable'>;

/** A row that somebody wants to do something with, and where its menu belongs. */
export type Pointed = { row: Openable; anchor: HTMLElement };

/** What a row is called, and what can be done with it. */
export function RowName({
  row,
  note,
  onOpen,
  onPoint,
}: {
  row: Openable;
  /** What it is, in few words. */
  note?: string | null | undefined;
  onOpen: ((row: Openable) => void) | null;
  onPoint: (pointed: Pointed) => void;
}) {
  return (
    <span className="desk-line">
      {onOpen ? (
        <button
          type="button"
          className="desk-open"
          tabIndex={-1}
          title={row.label}
          onClick={() => onOpen(row)}
        >
          <span>{row.label}</span>
          <ChevronRight size={14} aria-hidden="true" />
        </button>
      ) : (
        <span title={row.label}>{row.label}</span>
      )}
      {note ? <span className="desk-note">{note}</span> : null}
      {row.separable === false ? (
        <span className="desk-mark" title="Chance alone could explain the difference.">
          not yet distinct
        </span>
      ) : null}
      <button
        type="button"
        className="desk-more"
        tabIndex={-1}
        aria-label={`Menu of ${row.label}`}
        aria-haspopup="menu"
        onClick={({ currentTarget }) => onPoint({ row, anchor: currentTarget })}
      >
        <Ellipsis size={14} aria-hidden="true" />
      </button>
    </span>
  );
}
