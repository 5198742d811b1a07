import { Skeleton } from '../kit/Skeleton.tsx';

/** The room of a map, its legend and its table. */
export function PlacesSkeleton() {
  return (
    <div className="places" aria-hidden="true">
      <div className="places-map">
        <span className="skeleton map-skeleton" />
      </div>
      <div className="map-legend">
        <Skeleton width={220} height={10} />
      </div>
      <div className="places-rows">
        {[128, 92, 116, 84, 104, 76, 120, 96].map((width) => (
          <div key={width} className="places-row">
            <Skeleton width={width} height={10} />
            <Skeleton width={64} height={10} />
            <Skeleton width={48} height={10} />
          </div>
        ))}
      </div>
    </div>
  );
}
