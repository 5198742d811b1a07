import type { RcData } from '#contract/analytics/report.ts';
import { Button } from '../kit/Button.tsx';
import { count, money } from '../kit/format.ts';

type Sides = Pick<
  RcData,
  'server_purchases' | 'server_revenue' | 'browser_purchases' | 'browser_revenue'
>;

/** Says that only browsers have reported, with an action; nothing where a server has reported or browsers have not. */
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
