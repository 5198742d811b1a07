import { rounded } from '../format.ts';
import type { Shade } from './shades.ts';

/** The legend of a map's shades. */
export function MapLegend({ title, shades }: { title: string; shades: readonly Shade[] }) {
  return (
    <div className="map-legend">
      <span>{title}</span>
      <ol>
        {shades.map(({ depth, from, to }) => (
          <li key={depth}>
            <span className="map-swatch" data-depth={depth} aria-hidden="true" />
            {rounded(from) === rounded(to) ? rounded(from) : `${rounded(from)} – ${rounded(to)}`}
          </li>
        ))}
      </ol>
    </div>
  );
}
