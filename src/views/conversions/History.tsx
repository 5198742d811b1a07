import type { ConversionDetail } from '#contract/conversions/schemas.ts';
import { moment } from '../kit/format.ts';
import { changedFieldName, changeWords, fieldValueText } from './words.ts';

/** The changes of the conversion, oldest first. */
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
                  {changedFieldName(field)}: {fieldValueText(from)} → {fieldValueText(to)}
                </li>
              ))}
            </ul>
          ) : null}
        </li>
      ))}
    </ol>
  );
}
