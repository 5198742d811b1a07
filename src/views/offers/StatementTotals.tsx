import type { Statement } from '#contract/payouts/statement.ts';
import { amountNames, totalsOf } from '#model/offer-payouts.ts';
import { FactList } from '../kit/FactList.tsx';
import { money } from '../kit/format.ts';
import { amountWords } from './payouts-words.ts';

/** The amounts of several statements together, or of one. */
export function StatementTotals({ rows }: { rows: readonly Statement[] }) {
  const totals = totalsOf(rows);
  const currency = rows[0]?.currency ?? '';
  return (
    <FactList
      className="payouts-totals"
      facts={amountNames.map((name) => [amountWords[name], money(totals[name], currency)] as const)}
    />
  );
}
