import type { ConversionStory } from '#contract/conversion.ts';
import type { CorrectionActor } from '#machines/correction.ts';
import { Button } from '../parts/Button.tsx';
import { moment, money } from '../parts/format.ts';
import { reasonWords } from './decision-words.ts';
import { statusWord } from './words.ts';

/** Who decided what and why, and which corrections of money were written; the oldest first. */
export function Decisions({
  story,
  zone,
  correction,
}: {
  story: ConversionStory;
  zone: string;
  /** For those alone who may take corrections back. */
  correction: CorrectionActor | undefined;
}) {
  const decided = story.decisions.map((one) => ({
    key: one.batch,
    at: one.at,
    what: `${statusWord(one.from)} → ${statusWord(one.to)}`,
    why: whyOf(one.reason_code ? reasonWords[one.reason_code] : '', one.note),
    by: one.by,
    after: one.undone_at
      ? `Undone ${moment(one.undone_at, zone)}${one.undone_by ? ` by ${one.undone_by}` : ''}`
      : null,
    takeBack: null as number | null,
  }));
  const corrected = story.adjustments.map((one) => ({
    key: `a${one.id}`,
    at: one.at,
    what: `Revenue ${money(one.amount_revenue)}, payout ${money(one.amount_payout)} ${one.currency}`,
    why: whyOf(reasonWords[one.reason_code], one.note),
    by: one.by,
    after: one.reversed_by === null ? null : 'Taken back',
    takeBack: one.reversed_by === null && one.reverses === null ? one.id : null,
  }));
  return (
    <ol className="story-history">
      {[...decided, ...corrected]
        .toSorted((a, b) => a.at.localeCompare(b.at))
        .map(({ key, at, what, why, by, after, takeBack }) => (
          <li key={key}>
            <time dateTime={at}>{moment(at, zone)}</time>
            <p>
              {what}
              {by ? ` by ${by}` : ''}
            </p>
            {why ? <p className="story-why">{why}</p> : null}
            {after ? <p className="story-why">{after}</p> : null}
            {correction && takeBack !== null ? (
              <Button
                size="small"
                onClick={() => correction.send({ type: 'correction.reverse', id: takeBack })}
              >
                Take back
              </Button>
            ) : null}
          </li>
        ))}
    </ol>
  );
}

const whyOf = (reason: string, note: string): string =>
  [reason, note].filter((text) => text !== '').join(': ');
