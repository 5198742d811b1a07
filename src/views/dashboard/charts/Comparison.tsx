import type { ReactNode } from 'react';
import type { Freshness } from '#model/query.ts';
import { endsWithinDay } from '../../kit/ends-within-day.ts';
import { count, span } from '../../kit/format.ts';

/** The legend of the compared period, with its exact dates. */
export function Comparison({
  freshness,
  mark = 'graph-dash',
  beyond = 0,
  children,
}: {
  freshness: Freshness;
  /** The line style: dashed in graphs, a key in funnels. */
  mark?: 'graph-dash' | 'funnel-key';
  /** How many of the compared days have no bucket beside them. */
  beyond?: number;
  /** More notes below the chart. */
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
            {beyondWords(beyond, compare.mode)}
          </span>
        </>
      ) : null}
      {children}
    </p>
  );
}

/** Only custom days may be longer than the range by more than a 29th of February. */
function beyondWords(days: number, mode: string): string {
  if (days === 0) return '';
  if (mode !== 'custom') return '; February 29 counts in the totals';
  return days === 1
    ? '; its last day is not shown here and counts in the totals only'
    : `; its last ${count(days)} days are not shown here and count in the totals only`;
}
