import type { OfferReportRow } from '#model/offer-detail.ts';
import { bidiIsolated } from '../../kit/bidi-isolated.ts';
import { count } from '../../kit/format.ts';

/** More bars are not compared at a glance; the table has all rows. */
const mostBars = 10;

/** The rows with most clicks as bars, as the eye compares them. */
export function ReportBars({ rows }: { rows: readonly OfferReportRow[] }) {
  const shown = rows.toSorted((a, b) => b.clicks - a.clicks).slice(0, mostBars);
  const most = Math.max(1, ...shown.map(({ clicks }) => clicks));
  return (
    <ol className="offer-bars" aria-label="Clicks">
      {shown.map(({ key, label, clicks }) => (
        <li key={key ?? ''}>
          <span className="offer-bar-name">{key === null ? 'Not known' : bidiIsolated(label)}</span>
          <span className="offer-bar" aria-hidden="true">
            <span style={{ width: `${(clicks / most) * 100}%` }} />
          </span>
          <span className="offer-bar-value">{`${count(clicks)} clicks`}</span>
        </li>
      ))}
    </ol>
  );
}
