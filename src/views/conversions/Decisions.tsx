import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import type { Adjustment, Decision } from '#contract/conversions/decisions.ts';
import type { ConversionDetail } from '#contract/conversions/schemas.ts';
import type { ConversionDecisionActor } from '#machines/conversions/conversion-decision.ts';
import type { CorrectionActor } from '#machines/conversions/correction.ts';
import { Button } from '../kit/Button.tsx';
import { count, moment, money } from '../kit/format.ts';
import { reasonWords } from './decision-words.ts';
import { isActing, letGo } from './is-acting.ts';
import { statusWord } from './words.ts';

/** Who decided what and why, and which corrections of money were written; the oldest first. */
export function Decisions({
  story,
  zone,
  decision,
  correction,
}: {
  story: ConversionDetail;
  zone: string;
  /** For those alone who may take decisions back. */
  decision: ConversionDecisionActor | undefined;
  /** For those alone who may take corrections back. */
  correction: CorrectionActor | undefined;
}) {
  const decided = story.decisions.map((made) => ({
    at: made.at,
    entry: <Decided key={made.batch} made={made} zone={zone} decision={decision} />,
  }));
  const corrected = story.adjustments.map((one) => ({
    at: one.at,
    entry: <Corrected key={`a${one.id}`} one={one} zone={zone} correction={correction} />,
  }));
  return (
    <ol className="story-history">
      {[...decided, ...corrected]
        .toSorted((a, b) => a.at.localeCompare(b.at))
        .map(({ entry }) => entry)}
    </ol>
  );
}

function Decided({
  made,
  zone,
  decision,
}: {
  made: Decision;
  zone: string;
  decision: ConversionDecisionActor | undefined;
}) {
  const { from, to, reason_code: reason, note, by, conversions, undone_by: undoneBy } = made;
  const others = (conversions ?? 1) - 1;
  const after = made.undone_at
    ? `Undone ${moment(made.undone_at, zone)}${undoneBy ? ` by ${undoneBy}` : ''}`
    : null;
  return (
    <Entry
      at={made.at}
      zone={zone}
      by={by}
      what={`${statusWord(from)} → ${statusWord(to)}`}
      why={whyOf(reason ? reasonWords[reason] : '', note)}
      after={after}
    >
      {decision && made.undo_until ? (
        <UndoDecision made={made} others={others} decision={decision} />
      ) : null}
    </Entry>
  );
}

/** A decision is taken back as a whole: how many conversions that are is on the button. */
function UndoDecision({
  made,
  others,
  decision,
}: {
  made: Decision;
  others: number;
  decision: ConversionDecisionActor;
}) {
  const busy = useSelector(decision, isActing);
  const undo = () => {
    letGo(decision);
    decision.send({ type: 'decision.recall', decision: made });
  };
  return (
    <Button size="small" disabled={busy} onClick={undo}>
      {others > 0 ? `Undo for all ${count(others + 1)} conversions` : 'Undo'}
    </Button>
  );
}

function Corrected({
  one,
  zone,
  correction,
}: {
  one: Adjustment;
  zone: string;
  correction: CorrectionActor | undefined;
}) {
  const stands = one.reversed_by === null && one.reverses === null;
  return (
    <Entry
      at={one.at}
      zone={zone}
      by={one.by}
      what={`Revenue ${money(one.amount_revenue)}, payout ${money(one.amount_payout)} ${one.currency}`}
      why={whyOf(reasonWords[one.reason_code], one.note)}
      after={one.reversed_by === null ? null : 'Taken back'}
    >
      {correction && stands ? (
        <Button
          size="small"
          onClick={() => correction.send({ type: 'correction.reverse', id: one.id })}
        >
          Take back
        </Button>
      ) : null}
    </Entry>
  );
}

function Entry({
  at,
  zone,
  what,
  by,
  why,
  after,
  children,
}: {
  at: string;
  zone: string;
  what: string;
  by: string | null;
  why: string;
  after: string | null;
  children: ReactNode;
}) {
  return (
    <li>
      <time dateTime={at}>{moment(at, zone)}</time>
      <p>
        {what}
        {by ? ` by ${by}` : ''}
      </p>
      {why ? <p className="story-why">{why}</p> : null}
      {after ? <p className="story-why">{after}</p> : null}
      {children}
    </li>
  );
}

const whyOf = (reason: string, note: string): string =>
  [reason, note].filter((text) => text !== '').join(': ');
