import type { Place } from './atlas.ts';

/** What a place earned, beside it on the side that has room. The places say the same to whoever hears them. */
export function MapTip({
  place,
  left,
  top,
}: {
  place: Place;
  /** Shares of the drawing. */
  left: number;
  top: number;
}) {
  return (
    <div
      className="map-tip"
      data-beside={left > 0.5 ? 'start' : 'end'}
      style={{ left: `${left * 100}%`, top: `${Math.min(Math.max(top, 0.2), 0.7) * 100}%` }}
      aria-hidden="true"
    >
      <p className="map-tip-title">{place.name}</p>
      <dl>
        {place.figures.map(({ name, value }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
