import { openRangeFile } from './datacenter-ranges.ts';
import { openPlaceFile } from './geoip-file.ts';
import { nowhere, type Place } from './place.ts';

/** What files of the operator tell about an address. */
export type Surroundings = {
  placeAt: (address: string) => Place;
  /** Whether machines live there rather than people. */
  isDatacenter: (address: string) => boolean;
};

export const unknownSurroundings: Surroundings = {
  placeAt: () => nowhere,
  isDatacenter: () => false,
};

type Files = { places: string | undefined; datacenters: string | undefined };

/** Reads the files that are named; one that cannot be used is a reason not to start. */
export async function openSurroundings({ places, datacenters }: Files): Promise<Surroundings> {
  return {
    placeAt: places ? await openPlaceFile(places) : unknownSurroundings.placeAt,
    isDatacenter: datacenters ? await openRangeFile(datacenters) : unknownSurroundings.isDatacenter,
  };
}
