import type { ReactNode } from 'react';

/**
 * Facts and their values in a few fixed lines. A plain table: it is not sorted, paged or scrolled, and a dialog
 * shows it without loading the table library.
 */
export function FactsTable({
  caption,
  className,
  facts,
  total,
}: {
  caption: string;
  className: string;
  facts: readonly (readonly [name: string, value: ReactNode])[];
  total?: readonly [name: string, value: ReactNode];
}) {
  return (
    <table className={className}>
      <caption className="only-read">{caption}</caption>
      <tbody>
        {facts.map(([name, value]) => (
          <Fact key={name} name={name} value={value} />
        ))}
      </tbody>
      {total ? (
        <tfoot>
          <Fact name={total[0]} value={total[1]} />
        </tfoot>
      ) : null}
    </table>
  );
}

const Fact = ({ name, value }: { name: string; value: ReactNode }) => (
  <tr>
    <th scope="row">{name}</th>
    <td>{value}</td>
  </tr>
);
