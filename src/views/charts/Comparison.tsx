import type { Freshness } from '#contract/query.ts';
import { span } from '../parts/format.ts';

/** What the quieter parts of a drawing are, by exact dates. */
export function Comparison({
  freshness: { compare, timezone },
  mark = 'graph-dash',
}: {
  freshness: Freshness;
  /** How they are drawn. */
  mark?: 'graph-dash' | 'funnel-key';
}) {
  return (
    <p className="graph-foot">
      {compare ? (
        <>
          <span className={mark} aria-hidden="true" />
          Compared with {span(compare.utc_from, compare.utc_to, timezone)}
        </>
      ) : null}
    </p>
  );
}
