import { Button } from '../Button.tsx';
import { lazyPart, type PartUnavailable } from '../lazy.tsx';

/** The table beside a map shows the same figures. */
const NoMap: PartUnavailable<object> = ({ onRetry }) => (
  <div className="map-missing">
    <p>The map could not be loaded. The table shows all of it.</p>
    <Button size="small" onClick={onRetry}>
      Retry
    </Button>
  </div>
);

/**
 * The shapes are larger than the rest of the dashboard, so they load when a map is on screen; the table does not wait
 * for them.
 */
export const WorldMap = lazyPart(async () => (await import('./WorldMap.tsx')).WorldMap, NoMap);
export const StatesMap = lazyPart(async () => (await import('./StatesMap.tsx')).StatesMap, NoMap);
