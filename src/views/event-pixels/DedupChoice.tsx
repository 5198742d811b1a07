import { dedupModes } from '#contract/event-pixels/schemas.ts';
import { hasTemplate, type PixelDraft } from '#machines/event-pixels/pixel-model.ts';
import { dedupWords } from './words.ts';

/** What becomes of a further status of a conversion that was sent already. */
export function DedupChoice({
  draft: { type, dedup_mode: chosen },
  onChange,
}: {
  draft: PixelDraft;
  onChange: (change: Partial<PixelDraft>) => void;
}) {
  const offered = dedupModes.filter(
    (mode) => mode !== 'increment_payout' || hasTemplate(type) || mode === chosen,
  );
  return (
    <fieldset className="pixel-group">
      <legend className="field-label">When its status changes later</legend>
      {offered.map((mode) => (
        <label key={mode} className="pixel-check pixel-mode">
          <input
            type="radio"
            name="dedup_mode"
            checked={mode === chosen}
            onChange={() => onChange({ dedup_mode: mode })}
          />
          <span>
            {dedupWords[mode].name}
            <span className="field-hint">{dedupWords[mode].note}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
