import type { ReactNode } from 'react';
import './fact-list.css';

/** Names and values, in as many columns as fit. */
export function FactList({
  className,
  facts,
}: {
  className: string;
  facts: readonly (readonly [name: string, value: ReactNode])[];
}) {
  return (
    <dl className={`facts ${className}`}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
