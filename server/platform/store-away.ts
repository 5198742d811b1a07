/** A store that this process knows to be absent or stopped: says nothing about the work that needed it. */
export class StoreAway extends Error {
  override name = 'StoreAway';
}
