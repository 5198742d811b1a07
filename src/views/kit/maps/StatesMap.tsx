import type { Place } from './atlas.ts';
import { PlaceMap } from './PlaceMap.tsx';
import type { Shade } from './shades.ts';
import { unitedStates } from './united-states.ts';

/** The states of the US. With its shapes it is a chunk of its own. */
export function StatesMap({
  places,
  shades,
}: {
  places: readonly Place[];
  shades: readonly Shade[];
}) {
  return (
    <PlaceMap
      name="States of the US by revenue"
      atlas={unitedStates}
      places={places}
      shades={shades}
      opened={null}
      onOpen={null}
    />
  );
}
