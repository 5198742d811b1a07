import type { Place } from './atlas.ts';
import { PlaceMap } from './PlaceMap.tsx';
import type { Shade } from './shades.ts';
import { countries } from './world.ts';

/** The countries of the world. With its shapes it is a chunk of its own. */
export function WorldMap({
  places,
  shades,
  opened,
  onOpen,
}: {
  places: readonly Place[];
  shades: readonly Shade[];
  opened: string | null;
  onOpen: (country: string) => void;
}) {
  return (
    <PlaceMap
      name="Countries by revenue"
      atlas={countries}
      places={places}
      shades={shades}
      opened={opened}
      onOpen={onOpen}
    />
  );
}
