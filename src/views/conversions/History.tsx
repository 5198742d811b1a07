import type { ConversionDetail } from '#contract/conversions/schemas.ts';
import { moment } from '../kit/format.ts';
import { becameWord, changedWord, changeWords } from './words.ts';

/** What was known of it when, oldest first. */
export function History({ story, zone }: { story: ConversionDetail; zone: string }) {
  return (
    <ol className="story-history">
      {story.history.map(({ side, known_at, kind, changes }) => (
        <li key={`${side} ${known_at} ${kind}`}>
          <time dateTime={known_at}>{moment(known_at, zone)}</time>
          <p>
            {changeWords[kind]} by the {side}
          </p>
          {kind === 'changed' ? (
            <ul>
              {changes.map(({ field, from, to }) => (
                <li key={field}>
                  {changedWord(field)}: {becameWord(from)} → {becameWord(to)}
                </li>
              ))}
            </ul>
          ) : null}
        </li>
      ))}
    </ol>
  );
}
