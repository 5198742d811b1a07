import { useSelector } from '@xstate/react';
import type { CSSProperties } from 'react';
import type { RcData } from '#contract/analytics/report.ts';
import type { LoaderActor } from '#machines/kit/loader.ts';
import type { Question } from '#model/query.ts';
import { count, money, percent } from '../kit/format.ts';

/**
 * Which side recorded the conversions: both, or only one. Each conversion counts once here, even where repeated reports
 * are counted.
 */
export function Overlap({ actor }: { actor: LoaderActor<RcData, Question> }) {
  const answer = useSelector(actor, ({ context }) => context.answer);
  const isOnce = useSelector(actor, ({ context }) => context.query.uniqueConversions);
  const overlap = answer?.data.overlap;
  const all = overlap?.union_purchases ?? 0;
  return (
    <div className="overlap">
      {overlap && all > 0 ? (
        <>
          <span className="overlap-bar" style={partsOf(overlap)} aria-hidden="true">
            <span data-part="server" />
            <span data-part="both" />
            <span data-part="browser" />
          </span>
          <ul className="overlap-parts">
            <li data-part="server">
              Server only <b>{count(overlap.server_only)}</b>
            </li>
            <li data-part="both">
              Both <b>{count(overlap.both)}</b> {percent(overlap.both / all)}
            </li>
            <li data-part="browser">
              Browser only <b>{count(overlap.browser_only)}</b>
            </li>
            <li>
              Together <b>{count(all)}</b> worth{' '}
              <b>{money(overlap.union_revenue, answer.freshness.currency)}</b>
              {isOnce ? null : ', duplicates left out'}
            </li>
          </ul>
        </>
      ) : null}
    </div>
  );
}

const partsOf = ({ server_only, both, browser_only }: RcData['overlap']): CSSProperties => ({
  gridTemplateColumns: `${server_only}fr ${both}fr ${browser_only}fr`,
});
