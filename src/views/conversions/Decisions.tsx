import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import type { Adjustment, Decision } from '#contract/conversions/decisions.ts';
import type { ConversionDetail } from '#contract/conversions/schemas.ts';
import type { ConversionDecisionActor } from '#machines/conversions/conversion-decision.ts';
import type { CorrectionActor } from '#machines/conversions/correction.ts';
import { Button } from '../kit/Button.tsx';
import { count, moment, money } from '../kit/format.ts';
import { clearDecision, isApplying } from './decision-state.ts';
import { reasonWords } from './decision-words.ts';
import { statusWord } from './words.ts';

/** The decisions and corrections of a conversion, oldest first. */
export function Decisions({
  story,
  zone,
  decision,
  correction,
}: {
  story: ConversionDetail;
  zone: string;
  /** Only for members who may undo decisions. */
  decision: ConversionDecisionActor | undefined;
  /** Only for members who may reverse corrections. */
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
      title={`${statusWord(from)} → ${statusWord(to)}`}
      explanation={whyOf(reason ? reasonWords[reason] : '', note)}
      after={after}
    >
      {decision && made.undo_until ? (
        <UndoDecision made={made} others={others} decision={decision} />
      ) : null}
    </Entry>
  );
}

/** Undoes a whole decision; the button says how many conversions that affects. */
function UndoDecision({
  made,
  others,
  decision,
}: {
  made: Decision;
  others: number;
  decision: ConversionDecisionActor;
}) {
  const busy = useSelector(decision, isApplying);
  const undo = () => {
    clearDecision(decision);
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
  const isReversible = one.reversed_by === null && one.reverses === null;
  return (
    <Entry
      at={one.at}
      zone={zone}
      by={one.by}
      title={`Revenue ${money(one.amount_revenue, one.currency)}, payout ${money(one.amount_payout, one.currency)} ${one.currency}`}
      explanation={whyOf(reasonWords[one.reason_code], one.note)}
      after={one.reversed_by === null ? null : 'Taken back'}
    >
      {correction && isReversible ? (
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
  title,
  by,
  explanation,
  after,
  children,
}: {
  at: string;
  zone: string;
  title: string;
  by: string | null;
  explanation: string;
  after: string | null;
  children: ReactNode;
}) {
  return (
    <li>
      <time dateTime={at}>{moment(at, zone)}</time>
      <p>
        {title}
        {by ? ` by ${by}` : ''}
      </p>
      {explanation ? <p className="story-why">{explanation}</p> : null}
      {after ? <p className="story-why">{after}</p> : null}
      {children}
    </li>
  );
}

const whyOf = (reason: string, note: string): string =>
  [reason, note].filter((text) => text !== '').join(': ');
