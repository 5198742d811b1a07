import { Plus } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { Button } from '../../kit/Button.tsx';
import './form-parts.css';

/**
 * Rows of a form that can be added and removed. The first control of an added row gets the focus; where a row is
 * removed, the page keeps it.
 */
export function PartRows<Row>({
  name,
  className,
  rows,
  most = 20,
  addLabel,
  note,
  faults = [],
  onAdd,
  children,
}: {
  name: string;
  /** `offer-fields` for rows of few fields beside each other. */
  className: 'offer-fields' | 'offer-parts';
  rows: readonly Row[];
  most?: number;
  addLabel: string;
  /** Shown while there are no rows. */
  note?: string;
  /** What is wrong with the rows as a whole. */
  faults?: readonly string[];
  onAdd: () => void;
  children: (row: Row, index: number) => ReactNode;
}) {
  const list = useRef<HTMLUListElement>(null);
  const add = () => {
    onAdd();
    requestAnimationFrame(() =>
      list.current?.lastElementChild?.querySelector<HTMLElement>('input, select')?.focus(),
    );
  };
  return (
    <div className="offer-rows">
      <ul ref={list} aria-label={name} className={className} hidden={rows.length === 0}>
        {rows.map((row, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other identity before they are stored
          <li key={index}>{children(row, index)}</li>
        ))}
      </ul>
      {faults.length > 0 ? (
        <p className="field-error" role="alert">
          {faults.join(' ')}
        </p>
      ) : null}
      <div className="offer-rows-acts">
        <Button size="small" disabled={rows.length >= most} onClick={add}>
          <Plus size={14} aria-hidden="true" />
          {addLabel}
        </Button>
        {rows.length === 0 && note ? <span className="field-note">{note}</span> : null}
      </div>
    </div>
  );
}

/** The row with other values. */
export const withChanged = <Row,>(
  rows: readonly Row[],
  index: number,
  changed: Partial<Row>,
): Row[] => rows.map((row, at) => (at === index ? { ...row, ...changed } : row));

export const without = <Row,>(rows: readonly Row[], index: number): Row[] =>
  rows.filter((_, at) => at !== index);
