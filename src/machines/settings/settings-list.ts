import { type CollectionTypes, collectionOf } from '../kit/collection.ts';

/** Lists of the settings are read again after each change and when the network is back, but not by time. */
export const settingsList = <Types extends CollectionTypes>() =>
  collectionOf<Types>().provide({ guards: { readsByTime: () => false } });
