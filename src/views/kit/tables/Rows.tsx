import { Suspense } from 'react';
import { Button } from '../Button.tsx';
import { lazyPart, type PartUnavailable } from '../lazy.tsx';
import { atFirst, FirstRows, type RowsProps } from './FirstRows.tsx';
import { Room, usualHeight } from './Room.tsx';

/** Tables up to this length are drawn completely, for print and search; of longer ones the rows near those in sight. */
export const mostComplete = 120;
const NoVirtualRows: PartUnavailable<RowsProps> = ({ props, onRetry }) => (
  <>
    <FirstRows {...props} />
    <tr>
      <td colSpan={props.columns} style={{ gridColumn: '1 / -1' }}>
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

/** The rows of a table's body. The code for long tables is loaded with the first of them. */
export function Rows(props: RowsProps) {
  const { count, rowAt } = props;
  if (count <= mostComplete) return Array.from({ length: count }, (_, index) => rowAt(index));
  const first = (
    <>
      <FirstRows {...props} />
      <Room height={(count - atFirst) * usualHeight} columns={props.columns} />
    </>
  );
  return (
    <Suspense fallback={first}>
      <VirtualRows {...props} />
    </Suspense>
  );
}
