import { Button } from '../Button.tsx';
import { lazyPart, type PartUnavailable } from '../lazy.tsx';

/** The table beside a map shows all of it. */
const NoMap: PartUnavailable<object> = ({ onRetry }) => (
  <div className="map-missing">
    <p>The map could not be loaded. The table shows all of it.</p>
    <Button size="small" onClick={onRetry}>
      Retry
    </Button>
  </div>
);

/**
 * Shapes are heavier than the rest of the dashboard: they come when a map is on screen, and the table waits for
 * nothing.
 */
export const WorldMap = lazyPart(async () => (await import('./WorldMap.tsx')).WorldMap, NoMap);
export const StatesMap = lazyPart(async () => (await import('./StatesMap.tsx')).StatesMap, NoMap);
