import type { ReactNode } from 'react';
import type { Freshness } from '#model/query.ts';
import { clock } from './format.ts';

/** The unit of the money on a panel, and the moment its figures are of. */
export function Fresh({
  freshness,
  children,
}: {
  freshness: Freshness | undefined;
  /** What else is to be known of them. */
  children?: ReactNode;
}) {
  return (
    <p className="panel-freshness">
      {freshness ? (
        <>
          {freshness.currency}, as of{' '}
          <time dateTime={freshness.as_of}>{clock(freshness.as_of, freshness.timezone)}</time>
          {children}
        </>
      ) : null}
    </p>
  );
}
