import { ChevronRight, Ellipsis } from 'lucide-react';
import type { TableRow } from '#contract/analytics/report.ts';
import { CutName } from './CutName.tsx';

/** A row that can be opened: one of the table, or the unattributed conversions. */
export type OpenableRow = Pick<TableRow, 'key' | 'label' | 'parents' | 'separable'>;

/** The row of the open menu, and the menu's anchor. */
export type MenuTarget = { row: OpenableRow; anchor: HTMLElement };

/** The name of a row with its buttons. */
export function RowName({
  row,
  cut = null,
  note,
  onOpen,
  onPoint,
}: {
  row: OpenableRow;
  /** Where the name is divided if it does not fit. */
  cut?: number | null;
  /** A short note about the row. */
  note?: string | null | undefined;
  onOpen: ((row: OpenableRow) => void) | null;
  onPoint: (pointed: MenuTarget) => void;
}) {
  return (
    <span className="desk-line">
      <span className="desk-names">
        {onOpen ? (
          <button
            type="button"
            className="desk-open"
            tabIndex={-1}
            title={row.label}
            onClick={() => onOpen(row)}
          >
            <CutName name={row.label} at={cut} />
            <ChevronRight size={14} aria-hidden="true" />
          </button>
        ) : (
          <CutName name={row.label} at={cut} />
        )}
        {row.parents ? <Parents parents={row.parents} /> : null}
      </span>
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

/** "Spring sale › Lookalikes": what an ad belongs to in a flat list. */
function Parents({ parents }: { parents: NonNullable<TableRow['parents']> }) {
  return (
    <span className="desk-parents" title={parents.map(({ label }) => label).join(' › ')}>
      {parents.map(({ group_by: grouping, label }, index) => (
        <span key={grouping} className="desk-parent">
          {index > 0 ? ' › ' : ''}
          <CutName name={label} at={null} />
        </span>
      ))}
    </span>
  );
}
