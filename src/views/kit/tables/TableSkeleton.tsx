import { usualColumns } from '#machines/dashboard/table-columns.ts';
import { Skeleton } from '../Skeleton.tsx';

/** A head, as many rows as a page holds, and the rows that add up. */
export function TableSkeleton({
  rows,
  columns = usualColumns.length,
}: {
  rows: number;
  columns?: number;
}) {
  return (
    <div className="table-skeleton" aria-hidden="true">
      {Array.from({ length: rows + 3 }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows of a skeleton have nothing else
        <div key={row} className="table-skeleton-row">
          <Skeleton width={row === 0 ? 72 : 120 + ((row * 37) % 60)} height={10} />
          {Array.from({ length: columns }, (_, column) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: cells of a skeleton have nothing else
            <Skeleton key={column} width={row === 0 ? 40 : 52} height={10} />
          ))}
        </div>
      ))}
    </div>
  );
}
