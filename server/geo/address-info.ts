import { openRangeFile } from './datacenter-ranges.ts';
import { openPlaceFile } from './geoip-file.ts';
import { nowhere, type Place } from './place.ts';

/** Facts about addresses from files of the operator. */
export type AddressInfo = {
  placeAt: (address: string) => Place;
  /** Whether the address belongs to a data center. */
  isDatacenter: (address: string) => boolean;
};

export const unknownAddressInfo: AddressInfo = {
  placeAt: () => nowhere,
  isDatacenter: () => false,
};

type Files = { places: string | undefined; datacenters: string | undefined };

/** Reads the named files; an unusable one prevents the start. */
export async function openAddressInfo({ places, datacenters }: Files): Promise<AddressInfo> {
  return {
    placeAt: places ? await openPlaceFile(places) : unknownAddressInfo.placeAt,
    isDatacenter: datacenters ? await openRangeFile(datacenters) : unknownAddressInfo.isDatacenter,
  };
}
