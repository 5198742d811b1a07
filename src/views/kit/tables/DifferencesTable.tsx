import { DataTable } from './DataTable.tsx';
import './differences-table.css';

/** A field in which two versions differ, with both values in words. */
export type Difference = { id: string; field: string; theirs: string; mine: string };

/** Both values of each field in which two versions differ. */
export function DifferencesTable({ differences }: { differences: readonly Difference[] }) {
  return (
    <DataTable<Difference>
      className="differences-table"
      caption="What differs"
      rows={differences}
      keyOf={({ id }) => id}
      columns={[
        { title: 'Field', isName: true, write: ({ field }) => field },
        { title: 'Theirs', write: ({ theirs }) => theirs },
        { title: 'Yours', write: ({ mine }) => mine },
      ]}
    />
  );
}
