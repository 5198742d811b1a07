import type { FunnelDraft } from '#model/funnel-draft.ts';
import { conflictRows } from './conflict-rows.ts';
import './conflict-table.css';

/** Both values of each field in which two versions of a funnel differ. */
export function ConflictTable({ theirs, mine }: { theirs: FunnelDraft; mine: FunnelDraft }) {
  const rows = conflictRows(theirs, mine);
  if (rows.length === 0) return <p>Both versions are the same.</p>;
  return (
    <table className="conflict-table">
      <caption className="only-read">What differs</caption>
      <thead>
        <tr>
          <th scope="col">Field</th>
          <th scope="col">Theirs</th>
          <th scope="col">Yours</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ id, field, theirs, mine }) => (
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
