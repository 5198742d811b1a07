import { rounded } from '../format.ts';
import type { Shade } from './shades.ts';

/** The legend of shades on a map or in a grid. */
export function MapLegend({
  title,
  shades,
  write = rounded,
}: {
  title: string;
  shades: readonly Shade[];
  write?: (value: number) => string;
}) {
  return (
    <div className="map-legend">
      <span>{title}</span>
      <ol>
        {shades.map(({ depth, from, to }) => (
          <li key={depth}>
            <span className="map-swatch" data-depth={depth} aria-hidden="true" />
            {write(from) === write(to) ? write(from) : `${write(from)} – ${write(to)}`}
          </li>
        ))}
      </ol>
    </div>
  );
}
