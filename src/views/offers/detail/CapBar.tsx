import type { CapStatus } from '#contract/offers/caps.ts';
import { capLevelOf } from '#model/offer-caps.ts';
import { count } from '../../kit/format.ts';
import { capTitle, metricAmount } from './words.ts';

/** How much of a cap is used, as words and as a bar; what is in flight is hatched. */
export function CapBar({ cap, currency }: { cap: CapStatus; currency: string }) {
  const { metric, limit, used, in_flight, pct } = cap;
  const isFull = cap.state === 'full';
  const part = (amount: number) => `${Math.min(100, (amount / limit) * 100)}%`;
  return (
    <div className="cap-bar" data-level={capLevelOf(cap)}>
      <p className="cap-bar-words">
        <span>{capTitle(cap, currency)}</span>
        <span>
          {isFull ? 'Full' : `${pct}\u00a0% used`}
          {isFull || metric !== 'conversions' || in_flight < 1
            ? ''
            : `, ${count(in_flight)} expected`}
        </span>
      </p>
      <div className="cap-track" aria-hidden="true">
        <span className="cap-used" style={{ width: part(used) }} />
        <span
          className="cap-expected"
          style={{ width: part(Math.min(in_flight, Math.max(0, limit - used))) }}
        />
      </div>
      <p className="offer-quiet">
        {`${metricAmount(metric, used, currency)} of ${metricAmount(metric, limit, currency)}`}
      </p>
    </div>
  );
}
