import type { FunnelReport } from '#contract/funnels/report.ts';
import type { PeopleChoice } from '#model/funnel-dashboard.ts';
import { change, count, factor, money, percent } from '../../kit/format.ts';
import { points } from '../common/words.ts';
import { Known } from './Known.tsx';
import { moneyReason, reasons } from './words.ts';

/** The figures of the whole funnel. */
export function Totals({
  report: { totals, steps, currency, compared },
  onOpen,
}: {
  report: FunnelReport;
  onOpen: (people: PeopleChoice) => void;
}) {
  const { entered, converted, rate, open, excluded } = totals;
  const first = steps[0]?.slug ?? '';
  const last = steps.findLast(({ optional }) => !optional)?.slug ?? '';
  const before = compared?.totals;
  return (
    <dl className="report-totals">
      <div>
        <dt>Entered</dt>
        <dd>
          <People choice={{ step: first, outcome: 'reached' }} onOpen={onOpen}>
            {count(entered)}
          </People>
          <Before now={entered} then={before?.entered} write={count} />
        </dd>
      </div>
      <div>
        <dt>Converted</dt>
        <dd>
          <People choice={{ step: last, outcome: 'converted' }} onOpen={onOpen}>
            {count(converted)}
          </People>
          <Before now={converted} then={before?.converted} write={count} />
        </dd>
      </div>
      <div>
        <dt>Rate</dt>
        <dd>
          <Known text={percent(rate)} reason={reasons.rate} />
          {open > 0 ? (
            <small>
              so far,{' '}
              <People choice={{ step: first, outcome: 'open' }} onOpen={onOpen}>
                {percent(open / entered)}
              </People>{' '}
              of entries still open
            </small>
          ) : null}
          <Before now={rate} then={before?.rate} write={percent} moved={inPoints} />
        </dd>
      </div>
      <div>
        <dt>EPC</dt>
        <dd>
          <Known text={money(totals.epc, currency)} reason={moneyReason(totals, 'rate')} />{' '}
          <i>{currency}</i>
          <Before now={totals.epc} then={before?.epc} write={(value) => money(value, currency)} />
        </dd>
      </div>
      <div>
        <dt>CPA</dt>
        <dd>
          <Known text={money(totals.cpa, currency)} reason={reasons.cpa} /> <i>{currency}</i>
          <Before now={totals.cpa} then={before?.cpa} write={(value) => money(value, currency)} />
        </dd>
      </div>
      <div>
        <dt>ROAS</dt>
        <dd>
          <Known text={factor(totals.roas)} reason={moneyReason(totals, 'roas')} />
          <Before now={totals.roas} then={before?.roas} write={factor} />
        </dd>
      </div>
      <div>
        <dt>Excluded</dt>
        <dd>
          {excluded > 0 ? (
            <People choice={{ step: first, outcome: 'excluded' }} onOpen={onOpen}>
              {count(excluded)}
            </People>
          ) : (
            count(excluded)
          )}
          <small>neither entered nor left</small>
        </dd>
      </div>
    </dl>
  );
}

/** A number that opens the people behind it. */
function People({
  choice,
  onOpen,
  children,
}: {
  choice: PeopleChoice;
  onOpen: (people: PeopleChoice) => void;
  children: string;
}) {
  return (
    <button type="button" className="report-people" onClick={() => onOpen(choice)}>
      {children}
      <span className="only-read">, show the people</span>
    </button>
  );
}

function Before({
  now,
  then,
  write,
  moved = inPercent,
}: {
  now: number | null;
  then: number | null | undefined;
  write: (value: number | null) => string;
  /** By how much the figure moved, in words. */
  moved?: (now: number, then: number) => string;
}) {
  if (then === undefined) return null;
  return (
    <small>
      before {write(then)}
      {now === null || then === null || then === 0 ? '' : `, ${moved(now, then)}`}
    </small>
  );
}

const inPercent = (now: number, then: number): string => change(now / then - 1);
/** Shares move by points, as in the list of funnels. */
const inPoints = (now: number, then: number): string => points(now - then);
