import { useSelector } from '@xstate/react';
import type { RcData } from '#contract/analytics/report.ts';
import type { LoaderActor } from '#machines/kit/loader.ts';
import type { SelectionActor } from '#machines/selection/selection.ts';
import type { Question } from '#model/query.ts';
import { Button } from '../kit/Button.tsx';
import { count, money } from '../kit/format.ts';

/** Why the cards of a shop that reports through the pixel alone show 0, and the switch that changes it. */
export function BrowsersOnly({
  actor,
  selection,
}: {
  actor: LoaderActor<RcData, Question>;
  selection: SelectionActor;
}) {
  const answer = useSelector(actor, ({ context }) => context.answer);
  const isByServer = useSelector(actor, ({ context }) => !context.query.browserConversions);
  if (!answer || !isByServer || !hasBrowsersOnly(answer.data)) return null;
  return (
    <div className="figures-note" role="status">
      <p>No server has reported; {amountIn(answer.data, answer.freshness.currency)} by browsers.</p>
      <Button
        size="small"
        onClick={() => selection.send({ type: 'browserConversions.set', on: true })}
      >
        Count browser conversions
      </Button>
    </div>
  );
}

const hasBrowsersOnly = ({ server_purchases, server_revenue, browser_purchases }: RcData) =>
  server_purchases === 0 && server_revenue === 0 && browser_purchases > 0;

/** Conversions without a value, such as leads, are counted. */
function amountIn({ browser_revenue, browser_purchases }: RcData, currency: string): string {
  if (browser_revenue !== 0) return money(browser_revenue, currency);
  return browser_purchases === 1 ? '1 conversion' : `${count(browser_purchases)} conversions`;
}
