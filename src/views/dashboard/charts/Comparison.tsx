import type { ReactNode } from 'react';
import type { Freshness } from '#model/query.ts';
import { endsWithinDay } from '../../kit/ends-within-day.ts';
import { count, span } from '../../kit/format.ts';

/** What the quieter parts of a drawing are, by exact dates. */
export function Comparison({
  freshness,
  mark = 'graph-dash',
  beyond = 0,
  children,
}: {
  freshness: Freshness;
  /** How they are drawn: hours and days of a line stand beside whole ones, the steps of a funnel do not. */
  mark?: 'graph-dash' | 'funnel-key';
  /** How many of its last days stand beside none of the drawing. */
  beyond?: number;
  /** What else stands below the drawing. */
  children?: ReactNode;
}) {
  const { compare, timezone, granularity } = freshness;
  const isWhole = mark === 'graph-dash' && endsWithinDay(freshness);
  return (
    <p className="graph-foot">
      {compare ? (
        <>
          <span className={mark} aria-hidden="true" />
          <span>
            Compared with {span(compare.utc_from, compare.utc_to, timezone)}
            {isWhole ? `; each ${granularity} with a whole one` : ''}
            {beyondWords(beyond)}
          </span>
        </>
      ) : null}
      {children}
    </p>
  );
}

function beyondWords(days: number): string {
  if (days === 0) return '';
  return days === 1
    ? '; its last day is not shown here and counts in the totals only'
    : `; its last ${count(days)} days are not shown here and count in the totals only`;
}
