import { lazy } from 'react';

/** Shapes are heavier than the rest of the dashboard: they come when a map is on screen, and the table waits for nothing. */
export const WorldMap = lazy(() =>
  import('./WorldMap.tsx').then(({ WorldMap }) => ({ default: WorldMap }), withoutMap),
);
export const StatesMap = lazy(() =>
  import('./StatesMap.tsx').then(({ StatesMap }) => ({ default: StatesMap }), withoutMap),
);

const withoutMap = () => ({
  default: () => (
    <p className="map-missing">The map could not be loaded. The table shows all of it.</p>
  ),
});
