import { Skeleton } from '../parts/Skeleton.tsx';
import { columnsOf } from './columns.ts';

const columns = columnsOf('server');

/** A head, as many rows as a page holds, and the rows that add up. */
export function TableSkeleton({ rows }: { rows: number }) {
  return (
    <div className="table-skeleton" aria-hidden="true">
      {Array.from({ length: rows + 3 }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows of a skeleton have nothing else
        <div key={row} className="table-skeleton-row">
          <Skeleton width={row === 0 ? 72 : 120 + ((row * 37) % 60)} height={10} />
          {columns.map(({ key }) => (
            <Skeleton key={key} width={row === 0 ? 40 : 52} height={10} />
          ))}
        </div>
      ))}
    </div>
  );
}
