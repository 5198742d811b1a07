import {
  maxLeftOut,
  type Outcome,
  type Reconciliation,
} from '#contract/conversions/reconciliation.ts';
import { change, count, days, money } from '../kit/format.ts';
import { outcomesOf, outcomeWords } from './reconcile-words.ts';

/** How many lines each result has and how much money, and both sides as sums. */
export function ReconcileTotals({ found }: { found: Reconciliation }) {
  const { currency, theirs, ours, left_out: leftOut } = found;
  return (
    <>
      <dl className="reconcile-counts">
        {outcomesOf(found).map(({ outcome, lines }) => (
          <div key={outcome}>
            <dt>{outcomeWords[outcome]}</dt>
            <dd>
              {count(lines)} <Amount found={found} outcome={outcome} />
            </dd>
          </div>
        ))}
        {found.columns.value === null ? null : (
          <div>
            <dt>Theirs against ours, {currency}</dt>
            <dd>
              {money(theirs, currency)} <span className="quiet">to {money(ours, currency)}, </span>
              {change(ours === 0 ? null : (theirs - ours) / ours)}
            </dd>
          </div>
        )}
      </dl>
      <p className="reconcile-note">
        {leftOut === null
          ? 'No line is known here, so the days of the file are not known: choose them to see what it leaves out.'
          : leftOut.complete
            ? leftOutWords(found.counts.left_out, days(leftOut.start_date, leftOut.end_date))
            : `More than ${count(maxLeftOut)} conversions of these days are not in the file: choose fewer days to see all of them and their sum.`}
      </p>
    </>
  );
}

/** The money of a result: of the only side that has it, or of both. */
function Amount({ found, outcome }: { found: Reconciliation; outcome: Outcome }) {
  const { theirs, ours } = found.amounts[outcome];
  if (theirs === null && ours === null) return null;
  const [their, our] = [money(theirs, found.currency), money(ours, found.currency)];
  const text =
    theirs === null ? our : ours === null || our === their ? their : `${their} to ${our}`;
  return (
    <span className="quiet">
      worth {text} {found.currency}
    </span>
  );
}

function leftOutWords(many: number, when: string): string {
  if (many === 0) return `The file has every conversion of ${when} that counts here.`;
  const which = many === 1 ? '1 conversion' : `${count(many)} conversions`;
  const state = many === 1 ? 'counts here and is' : 'count here and are';
  return `${which} of ${when} ${state} not in the file: not paid yet, or shaved.`;
}
