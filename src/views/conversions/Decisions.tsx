import type { ConversionStory } from '#contract/conversion.ts';
import { moment, money } from '../parts/format.ts';
import { reasonWords } from './decision-words.ts';
import { statusWord } from './words.ts';

/** Who decided what and why, and which corrections of money were written; the oldest first. */
export function Decisions({ story, zone }: { story: ConversionStory; zone: string }) {
  const decided = story.decisions.map((one) => ({
    key: one.batch,
    at: one.at,
    what: `${statusWord(one.from)} → ${statusWord(one.to)}`,
    why: whyOf(one.reason_code ? reasonWords[one.reason_code] : '', one.note),
    by: one.by,
    after: one.undone_at
      ? `Undone ${moment(one.undone_at, zone)}${one.undone_by ? ` by ${one.undone_by}` : ''}`
      : null,
  }));
  const corrected = story.adjustments.map((one) => ({
    key: `a${one.id}`,
    at: one.at,
    what: `Revenue ${money(one.amount_revenue)}, payout ${money(one.amount_payout)} ${one.currency}`,
    why: whyOf(reasonWords[one.reason_code], one.note),
    by: one.by,
    after: one.reversed_by === null ? null : 'Taken back',
  }));
  return (
    <ol className="story-history">
      {[...decided, ...corrected]
        .toSorted((a, b) => a.at.localeCompare(b.at))
        .map(({ key, at, what, why, by, after }) => (
          <li key={key}>
            <time dateTime={at}>{moment(at, zone)}</time>
            <p>
              {what}
              {by ? ` by ${by}` : ''}
            </p>
            {why ? <p className="story-why">{why}</p> : null}
            {after ? <p className="story-why">{after}</p> : null}
          </li>
        ))}
    </ol>
  );
}

const whyOf = (reason: string, note: string): string =>
  [reason, note].filter((text) => text !== '').join(': ');
