import { Toggle } from '@base-ui/react/toggle';
import type { SeriesName } from '../../kit/charts/series.ts';
import { series } from './series.ts';

/** Toggles the series; the last visible one cannot be hidden. */
export function Legend({
  shown,
  onToggle,
}: {
  shown: ReadonlySet<SeriesName>;
  onToggle: (name: SeriesName) => void;
}) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend on screen
    <div className="legend" role="group" aria-label="Series">
      {series.map(({ name, title }) => (
        <Toggle
          key={name}
          className="legend-item"
          data-series={name}
          pressed={shown.has(name)}
          disabled={shown.size === 1 && shown.has(name)}
          onPressedChange={() => onToggle(name)}
        >
          <span className="legend-mark" aria-hidden="true" />
          {title}
        </Toggle>
      ))}
    </div>
  );
}
