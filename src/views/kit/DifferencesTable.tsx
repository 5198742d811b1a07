import './differences-table.css';

/** A field in which two versions differ, with both values in words. */
export type Difference = { id: string; field: string; theirs: string; mine: string };

/** Both values of each field in which two versions differ. */
export function DifferencesTable({ differences }: { differences: readonly Difference[] }) {
  return (
    <table className="differences-table">
      <caption className="only-read">What differs</caption>
      <thead>
        <tr>
          <th scope="col">Field</th>
          <th scope="col">Theirs</th>
          <th scope="col">Yours</th>
        </tr>
      </thead>
      <tbody>
        {differences.map(({ id, field, theirs, mine }) => (
          <tr key={id}>
            <th scope="row">{field}</th>
            <td>{theirs}</td>
            <td>{mine}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
