import { useSelector } from '@xstate/react';
import type { RcData } from '#contract/analytics/report.ts';
import type { LoaderActor } from '#machines/kit/loader.ts';
import type { SelectionActor } from '#machines/selection/selection.ts';
import type { Question } from '#model/query.ts';
import { Button } from '../kit/Button.tsx';
import { count, money } from '../kit/format.ts';

type Sides = Pick<
  RcData,
  'server_purchases' | 'server_revenue' | 'browser_purchases' | 'browser_revenue'
>;

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
  if (!answer || !isByServer) return null;
  return (
    <BrowsersOnlyNote
      sides={answer.data}
      currency={answer.freshness.currency}
      action="Count browser conversions"
      onAct={() => selection.send({ type: 'browserConversions.set', on: true })}
    />
  );
}

/** Nothing where a server has reported, or browsers have not. */
export function BrowsersOnlyNote({
  sides,
  currency,
  action,
  onAct,
}: {
  sides: Sides;
  currency: string;
  action: string;
  onAct: () => void;
}) {
  if (!hasBrowsersOnly(sides)) return null;
  return (
    <div className="figures-note" role="status">
      <p>No server has reported; {amountIn(sides, currency)} by browsers.</p>
      <Button size="small" onClick={onAct}>
        {action}
      </Button>
    </div>
  );
}

const hasBrowsersOnly = ({ server_purchases, server_revenue, browser_purchases }: Sides) =>
  server_purchases === 0 && server_revenue === 0 && browser_purchases > 0;

/** Conversions without a value, such as leads, are counted. */
function amountIn({ browser_revenue, browser_purchases }: Sides, currency: string): string {
  if (browser_revenue !== 0) return money(browser_revenue, currency);
  return browser_purchases === 1 ? '1 conversion' : `${count(browser_purchases)} conversions`;
}
