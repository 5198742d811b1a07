import { useParentSize } from '@visx/responsive';
import { Suspense } from 'react';
import { lazyPart } from '../../kit/lazy.tsx';
import { Skeleton } from '../../kit/Skeleton.tsx';
import { Unavailable } from '../../kit/Unavailable.tsx';
import type { Flow } from './flow.ts';
import { layoutOf, type MapLayout } from './layout.ts';

const FunnelMap = lazyPart(async () => (await import('./FunnelMap.tsx')).FunnelMap, Unavailable);

/** The map, whose code loads when it is first drawn; its space is reserved. */
export function LazyMap({ flow }: { flow: Flow }) {
  const { parentRef, width } = useParentSize({ initialSize: { width: 800 }, debounceTime: 60 });
  const layout = layoutOf(width, flow.nodes.filter(({ kind }) => kind === 'step').length);
  return (
    <div ref={parentRef} className="flow-room">
      <Suspense fallback={<MapSkeleton layout={layout} />}>
        <FunnelMap flow={flow} layout={layout} />
      </Suspense>
    </div>
  );
}

function MapSkeleton({ layout: { height } }: { layout: MapLayout }) {
  return (
    <div className="flow-skeleton" style={{ height }} aria-hidden="true">
      <Skeleton width="100%" height={height} />
    </div>
  );
}
