import type { ReactNode } from 'react';
import type { Freshness } from '#model/query.ts';
import { clock } from './format.ts';

/** The currency and the time of a panel's figures. */
export function FreshnessLine({
  freshness,
  children,
}: {
  freshness: Freshness | undefined;
  /** More notes about the figures. */
  children?: ReactNode;
}) {
  return (
    <p className="panel-freshness">
      {freshness ? (
        <>
          {freshness.currency ? `${freshness.currency}, as of ` : 'As of '}
          <time dateTime={freshness.as_of}>{clock(freshness.as_of, freshness.timezone)}</time>
          {children}
        </>
      ) : null}
    </p>
  );
}
