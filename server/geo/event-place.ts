import type { ReadEvent } from '#contract/collect/events.ts';
import { type Place, placeOf } from './place.ts';

/** An event with the place that it names itself, or else that of its address. */
export function withPlace(
  read: ReadEvent,
  others: (address: string) => readonly Place[],
): ReadEvent {
  if (read.kind !== 'tracked') return read;
  const { country = '', state = '', client_ip: address } = read.event;
  const known = address === undefined ? [] : others(address);
  return { kind: 'tracked', event: { ...read.event, ...placeOf([{ country, state }, ...known]) } };
}
