import { type ReactNode, Suspense, useState } from 'react';
import { Button } from '../Button.tsx';
import { lazyPart, type PartUnavailable } from '../lazy.tsx';
import { DistantRows } from './DistantRows.tsx';
import { atFirst, FirstRows, type RowsProps } from './FirstRows.tsx';
import { type FocusPlace, focusIn } from './focus-place.ts';
import { acrossColumns, Room, usualHeight } from './Room.tsx';

/** Tables up to this length are drawn completely, for print and search; of longer ones the rows near those in sight. */
export const mostComplete = 120;

const NoVirtualRows: PartUnavailable<RowsProps> = ({ props, onRetry }) => (
  <>
    <FirstRows {...props} />
    <tr style={acrossColumns}>
      <td colSpan={props.columns} style={{ gridColumn: acrossColumns.gridColumn }}>
        The other rows could not be loaded.{' '}
        <Button size="small" onClick={onRetry}>
          Retry
        </Button>
      </td>
    </tr>
  </>
);

const VirtualRows = lazyPart(
  async () => (await import('./VirtualRows.tsx')).VirtualRows,
  NoVirtualRows,
);

/**
 * The rows of a table's body. With `atOnce` the others wait until a person scrolls near them, moves the focus into the
 * table or prints it. The code for long tables is loaded with the first of them.
 */
export function Rows(props: RowsProps) {
  const { count, columns, frame, rowAt, atOnce = count } = props;
  const [near, setNear] = useState<{ focus: FocusPlace | null } | null>(null);
  const isComplete = count <= mostComplete;
  if (count > atOnce && !near) {
    const room = (
      <DistantRows
        key="distant"
        height={(count - atOnce) * usualHeight}
        columns={columns}
        frame={frame}
        isComplete={isComplete}
        onNear={() => setNear({ focus: focusIn(frame.current) })}
      />
    );
    return [...rowsUpTo(atOnce, rowAt), room];
  }
  if (isComplete) return rowsUpTo(count, rowAt);
  const first = (
    <>
      <FirstRows {...props} />
      <Room height={(count - atFirst) * usualHeight} columns={columns} />
    </>
  );
  return (
    <Suspense fallback={first}>
      <VirtualRows {...props} focus={near?.focus ?? null} />
    </Suspense>
  );
}

const rowsUpTo = (count: number, rowAt: RowsProps['rowAt']): ReactNode[] =>
  Array.from({ length: count }, (_, index) => rowAt(index));
