import { type DataColumn, DataTable } from '../kit/tables/DataTable.tsx';

/** A table of the detail; it scrolls horizontally when it is too wide. */
export function DetailTable<Row>({
  name,
  columns,
  rows,
  keyOf,
  rowAttributes,
}: {
  name: string;
  columns: readonly DataColumn<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string | number;
  rowAttributes?: (row: Row) => { [data: `data-${string}`]: true | undefined };
}) {
  return (
    <DataTable<Row>
      frame={{ name, className: 'log-frame' }}
      className="log story-table"
      caption={name}
      columns={columns}
      rows={rows}
      keyOf={keyOf}
      {...(rowAttributes ? { rowAttributes } : {})}
    />
  );
}
